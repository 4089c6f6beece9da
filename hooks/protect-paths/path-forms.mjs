// Generated from packages/core/src/matching/path-forms.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// packages/core/src/matching/path-forms.ts
function pathForms(path, cwd, home) {
  const readings = [resolveElements(path, cwd)];
  if (path === "~" || path.startsWith("~/")) readings.push(resolveElements(`.${path.slice(1)}`, home));
  return readings.map((elements) => ({
    cwd: relativeTo(resolveElements(cwd, "/"), elements),
    home: relativeTo(resolveElements(home, "/"), elements),
    root: elements.join("/")
  }));
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
  const up = base.slice(shared).map(() => "..");
  return [...up, ...elements.slice(shared)].join("/");
}
export {
  pathForms
};
