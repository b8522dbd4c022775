"""The HTML report in a real browser: from disk, by keyboard, in the dark, on a phone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.verdicts import Verdict
from ptoprove.html.site import Site, prepare
from ptoprove.loading import load
from ptoprove.reading import Report
from ptoprove.report import document
from tests.ptoprove.samples import COUNTEREXAMPLE, result

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not CHROMIUM or not DRIVER, reason="chromium and chromedriver are not installed"
)
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--window-size=1300,900",
)  # fmt: skip
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: of text with its background, level AA."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = [
        result(property, verdict, contract=contract, data_type="S32")
        for contract, property, verdict in (
            ("TREM", "range", Verdict.PROVED),
            ("TREM", "status", Verdict.UNKNOWN),
            ("TNEG", "negation", Verdict.BOUNDED),
            ("TDIV", "representable", Verdict.UNSUPPORTED),
            ("TDIV", "quotient", Verdict.VACUOUS),
            ("TSCATTER", "scatter", Verdict.INTERNAL),
        )
    ]
    refuted = result(
        "divisor-sign", Verdict.REFUTED, counterexample=COUNTEREXAMPLE, data_type="S32"
    )
    directory = tmp_path_factory.mktemp("browser") / "site"
    spec = load()
    given = Report.of(json.loads(json.dumps(document(spec, [*found, refuted]))))
    prepare(directory)
    Site(given, spec, Report.of(document(spec, found))).write(directory)
    return directory


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = str(CHROMIUM)
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture
def page(browser: Any, site: Path) -> Any:
    """The browser, with the first page of the site in it."""
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    browser.get("about:blank")
    browser.get((site / "index.html").as_uri())
    return browser


def pages(site: Path) -> list[str]:
    return [path.as_uri() for path in sorted(site.rglob("*.html"))]


def dark(browser: Any) -> None:
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def shown(browser: Any) -> list[str]:
    """The contracts in the matrix."""
    script = (
        "return [...document.querySelectorAll('.matrix tbody tr')].filter(r => !r.hidden)"
        ".map(r => r.dataset.contract)"
    )
    return list(browser.execute_script(script))


def type_into_search(browser: Any, text: str) -> None:
    from selenium.webdriver.common.by import By

    field = browser.find_element(By.ID, "search")
    field.clear()
    field.send_keys(text)


def test_no_errors_and_no_network(page: Any, site: Path) -> None:
    page.get_log("performance")
    page.get_log("browser")
    for address in pages(site):
        page.get(address)
    assert page.get_log("browser") == []
    messages = [json.loads(each["message"])["message"] for each in page.get_log("performance")]
    asked = [
        each["params"]["request"]["url"]
        for each in messages
        if each["method"] == "Network.requestWillBeSent"
    ]
    assert len(asked) >= len(pages(site))
    assert all(url.startswith(site.as_uri()) for url in asked)


def test_search_and_filter(page: Any) -> None:
    from selenium.webdriver.common.by import By

    assert shown(page) == ["TDIV", "TNEG", "TREM", "TSCATTER"]
    type_into_search(page, "trem")
    assert shown(page) == ["TREM"]
    assert page.find_element(By.ID, "shown").text == "3 of 7 cells, 1 of 4 contracts"
    type_into_search(page, "tdiv quotient")
    assert shown(page) == ["TDIV"]
    type_into_search(page, "nothing")
    assert shown(page) == []
    page.get(page.current_url.partition("#")[0])
    page.find_element(By.CSS_SELECTOR, "input[value=PROVED]").click()
    page.find_element(By.CSS_SELECTOR, "input[value=UNKNOWN]").click()
    page.find_element(By.CSS_SELECTOR, "input[value=REFUTED]").click()
    assert shown(page) == ["TDIV", "TNEG", "TSCATTER"]


def test_what_is_chosen_is_in_the_address(page: Any) -> None:
    type_into_search(page, "trem")
    address = page.current_url
    assert address.endswith("#search=trem")
    page.get("about:blank")
    page.get(address)
    assert shown(page) == ["TREM"]


def test_by_keyboard(page: Any) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    seen = []
    for _ in range(40):
        ActionChains(page).send_keys(Keys.TAB).perform()
        focus = page.switch_to.active_element
        seen.append(focus.get_attribute("href") or focus.get_attribute("id") or focus.tag_name)
        outline = focus.value_of_css_property("outline-style")
        assert outline not in ("none", ""), seen[-1]
        if "contracts/TREM.html#divisor-sign" in seen[-1] and "matrix" in str(
            page.execute_script("return arguments[0].closest('.scroll')?.className", focus)
        ):
            break
    else:
        pytest.fail(f"no way to the verdict by the Tab key: {seen}")
    assert seen[0].endswith("#main") and "search" in seen
    ActionChains(page).send_keys(Keys.ENTER).perform()
    assert page.current_url.endswith("contracts/TREM.html#divisor-sign")


def test_from_a_verdict_to_its_counterexample(page: Any) -> None:
    from selenium.webdriver.common.by import By

    page.find_element(By.CSS_SELECTOR, ".matrix td.REFUTED a").click()
    page.find_element(By.CSS_SELECTOR, "#divisor-sign details a").click()
    assert "counterexamples/" in page.current_url
    assert page.find_element(By.CSS_SELECTOR, "td.differs").text.startswith("≠")


@pytest.mark.parametrize("number", range(6))
def test_a_phone_scrolls_down_alone(page: Any, site: Path, number: int) -> None:
    address = pages(site)[number]
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    page.get(address)
    width = page.execute_script("return document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


@pytest.mark.parametrize("night", [False, True])
def test_all_text_can_be_read(page: Any, site: Path, night: bool) -> None:
    if night:
        dark(page)
    script = """
        const found = [];
        for (const each of document.querySelectorAll('body *')) {
            const own = [...each.childNodes].some(n => n.nodeType === 3 && n.data.trim());
            if (!own || !each.checkVisibility()) continue;
            let ground = each, colour = 'rgba(0, 0, 0, 0)';
            while (ground && colour === 'rgba(0, 0, 0, 0)') {
                colour = getComputedStyle(ground).backgroundColor;
                ground = ground.parentElement;
            }
            const text = each.textContent.trim().slice(0, 40);
            found.push([text, getComputedStyle(each).color, colour]);
        }
        return found;
    """
    grounds = set()
    for address in pages(site):
        page.get(address)
        found = page.execute_script(script)
        assert len(found) > 10
        for text, front, back in found:
            assert contrast(front, back) >= CONTRAST, (address, text, front, back)
        grounds.add(page.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 1 and (luminance(grounds.pop()) < 0.1) == night


def contrast(one: str, other: str) -> float:
    """WCAG 2.2: the contrast ratio of two colours."""
    light, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    """WCAG 2.2: the relative luminance of a colour as CSS computes it."""
    parts = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_screenshot_to_look_at(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.png"
    assert page.save_screenshot(str(path))
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) > 20_000
