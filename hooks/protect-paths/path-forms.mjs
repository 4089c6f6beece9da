// Generated from packages/core/src/matching/path-forms.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// packages/core/src/matching/path-forms.ts
function pathForms(path, cwd, home) {
  const [fromCwd, fromHome] = [elementsOf(cwd), elementsOf(home)];
  return pathReadings(path, cwd, home).map((reading) => {
    const elements = resolveElements(reading, "/");
    return {
      cwd: relativeTo(fromCwd, elements),
      home: relativeTo(fromHome, elements),
      root: elements.join("/")
    };
  });
}
function pathReadings(path, cwd, home) {
  const readings = [path.startsWith("/") ? path : `${cwd}/${path}`];
  if (path === "~" || path.startsWith("~/")) readings.push(`${home}/.${path.slice(1)}`);
  return readings;
}
var known = /* @__PURE__ */ new Map();
var MOST_KNOWN = 16;
function elementsOf(folder) {
  const kept = known.get(folder);
  if (kept !== void 0) return kept;
  if (known.size >= MOST_KNOWN) known.clear();
  const elements = resolveElements(folder, "/");
  known.set(folder, elements);
  return elements;
}
function resolveElements(path, from) {
  const elements = [];
  const whole = path.startsWith("/") ? path : `${from}/${path}`;
  for (const element of whole.split("/")) {
    if (element === "..") elements.pop();
    else if (element !== "" && element !== ".") elements.push(element);
  }
  return elements;
}
function relativeTo(base, elements) {
  let shared = 0;
  while (shared < base.length && base[shared] === elements[shared]) shared += 1;
  const rest = shared === 0 ? elements.join("/") : elements.slice(shared).join("/");
  if (shared === base.length) return rest;
  const up = "../".repeat(base.length - shared);
  return rest === "" ? up.slice(0, -1) : up + rest;
}
export {
  pathForms,
  pathReadings
};
