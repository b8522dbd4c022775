// Search and filter of the matrix; what is chosen is kept in the address.
"use strict";
(() => {
  const form = document.querySelector(".filter");
  const search = document.getElementById("search");
  const boxes = [...form.querySelectorAll("input[name=verdict]")];
  const table = document.querySelector(".matrix table");
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const rows = [...table.tBodies[0].rows];
  const shown = document.getElementById("shown");
  const total = table.querySelectorAll("td[data-verdicts]").length;
  form.hidden = false;

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    search.value = given.get("search") || "";
    const off = (given.get("without") || "").split(" ");
    for (const box of boxes) box.checked = !off.includes(box.value);
  }

  function write() {
    const chosen = new URLSearchParams();
    if (search.value) chosen.set("search", search.value);
    const off = boxes.filter((box) => !box.checked).map((box) => box.value);
    if (off.length) chosen.set("without", off.join(" "));
    history.replaceState(null, "", chosen.size ? "#" + chosen : location.pathname + location.search);
  }

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const names = heads.map((head) => head.dataset.property.toLowerCase());
    const used = heads.map(() => false);
    let contracts = 0, cells = 0;
    for (const row of rows) {
      const contract = row.dataset.contract.toLowerCase();
      let any = false;
      [...row.cells].slice(1).forEach((cell, column) => {
        if (!cell.dataset.verdicts) return;
        const found = words.every((word) => contract.includes(word) || names[column].includes(word));
        const wanted = cell.dataset.verdicts.trim().split(" ").some((each) => verdicts.has(each));
        const on = found && wanted;
        cell.classList.toggle("faded", !on);
        if (on) { any = true; used[column] = true; cells += 1; }
      });
      row.hidden = !any;
      contracts += any;
    }
    heads.forEach((head, column) => { head.hidden = !used[column]; });
    for (const row of rows) {
      [...row.cells].slice(1).forEach((cell, column) => { cell.hidden = !used[column]; });
    }
    shown.textContent = `${cells} of ${total} cells, ${contracts} of ${rows.length} contracts`;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { write(); apply(); });
  addEventListener("hashchange", () => { read(); apply(); });
  read();
  apply();
})();
