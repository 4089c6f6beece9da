/** The block in which a Python script describes its environment, as `uv run` and others read it. */
const BLOCK = /^# \/\/\/ script[ \t]*\r?\n((?:#(?: .*)?\r?\n)*?)# \/\/\/[ \t]*$/m;
const DEPENDENCIES = /^# dependencies[ \t]*=[ \t]*\[([^\]]*)\]/m;

/** Whether a Python script describes its environment; without that `uv run` takes the environment of the project. */
export function describesEnvironment(text: string): boolean {
  return BLOCK.test(text);
}

/** The packages that a Python script has installed before it runs, as it names them. */
export function installedPackages(text: string): readonly string[] {
  const list = DEPENDENCIES.exec(BLOCK.exec(text)?.[1] ?? '')?.[1] ?? '';
  return [...list.matchAll(/"([^"\n]+)"|'([^'\n]+)'/g)].map(([, double, single]) => double ?? single ?? '');
}
