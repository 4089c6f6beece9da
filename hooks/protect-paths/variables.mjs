// Generated from hooks/block-dangerous/variables.mjs by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// hooks/block-dangerous/variables.mjs
var TOKENS = /(?<![\w$])([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^\s;&|()<>"'`]*))|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;
var MAX_VALUE = 1e3;
var TO_FILL_IN = 3;
function fillInVariables(text, budget) {
  const values = /* @__PURE__ */ new Map();
  const fillIn = (name, otherwise) => {
    const value = values.get(name);
    budget.spend(TO_FILL_IN * (value?.length ?? 0));
    return value ?? otherwise;
  };
  return text.replace(TOKENS, (whole, name, inDouble, inSingle, plain, braced, used) => {
    if (name === void 0) return fillIn(braced ?? used, whole);
    const value = inDouble ?? inSingle ?? plain ?? "";
    const filled = value.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (inner, one) => fillIn(one, inner));
    if (filled.length <= MAX_VALUE && !isCutOff(filled)) values.set(name, filled);
    else values.delete(name);
    return whole;
  });
}
function isCutOff(value) {
  if (!/\$[({]|`/.test(value)) return false;
  const count = (character) => value.split(character).length - 1;
  return count("(") !== count(")") || count("{") !== count("}") || count("`") % 2 === 1;
}
export {
  fillInVariables
};
