// What cannot be asked of $X.

// PTO-PROPERTY: {"id":"direct-operands","contract":"$X","applies":["no operands"],"clauses":[],"title":"Properties of the operation alone: no operands are known to ask about.","unsupported":"$no_operands","scope":"no operands"}

// PTO-PROPERTY: {"id":"bundle-commands","contract":"$X","applies":["no bundle"],"clauses":[],"title":"Properties of whole bundles: no bundle is known to ask about.","unsupported":"$no_bundle","scope":"no bundle"}

// PTO-PROPERTY: {"id":"bundle-mask-noop","contract":"$X","applies":["no idle"],"clauses":[],"title":"With a PE_MASK of zero a bundle does nothing: no such bundle is known to ask about.","unsupported":"$no_idle","scope":"no bundle"}
