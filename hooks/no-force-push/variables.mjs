// Generated from hooks/block-dangerous/variables.mjs by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// hooks/block-dangerous/variables.mjs
var TOKENS = /(?<![\w$])([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^\s;&|()<>"'`]*))|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;
var MAX_VALUE = 1e3;
var MAX_ADDED = 1e5;
function fillInVariables(text) {
  const values = /* @__PURE__ */ new Map();
  let added = 0;
  const fillIn = (name, otherwise) => {
    const value = added > MAX_ADDED ? void 0 : values.get(name);
    added += value?.length ?? 0;
    return value ?? otherwise;
  };
  return text.replace(TOKENS, (whole, name, inDouble, inSingle, plain, braced, used) => {
    if (name === void 0) return fillIn(braced ?? used, whole);
    const value = inDouble ?? inSingle ?? plain ?? "";
    const filled = value.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (inner, one) => fillIn(one, inner));
    if (filled.length <= MAX_VALUE) values.set(name, filled);
    return whole;
  });
}
export {
  fillInVariables
};
