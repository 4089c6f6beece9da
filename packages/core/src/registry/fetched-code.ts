/** The lines around the block in which a Python script describes its environment, as `uv run` and others read it. */
const BLOCK_START = /^# \/\/\/ script[ \t]*$/;
const BLOCK_END = /^# \/\/\/[ \t]*$/;
const DEPENDENCIES = /^# dependencies[ \t]*=[ \t]*\[([^\]]*)\]/m;
/** Commands that run code from a registry or the network. */
const FETCHES =
  /\b(?:npx|bunx|pnpx|uvx)\s+(?!--no(?:-install)?\b)[\w@-][^\s;|&)"'`]*(?:\s+[\w@][^\s;|&)"'`]*)?|\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|ci|add|dlx)\b|\bpip3?\s+install\b|\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bgo\s+(?:run|install)\s+[^\s;|&]+@|\bgit\s+clone\b/g;
const COMMENT = /^\s*(?:#|\/\/|\*|<!--)/;
const MAX_SHOWN = 60;

/** Whether a Python script describes its environment; without that `uv run` takes the environment of the project. */
export function describesEnvironment(text: string): boolean {
  return readBlock(text) !== null;
}

/** By lines: a pattern for all of it would take a text of many beginnings in quadratic time. */
function readBlock(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => BLOCK_START.test(line));
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => BLOCK_END.test(line) || !line.startsWith('#'));
  const end = start + 1 + length;
  return length < 0 || !BLOCK_END.test(lines[end] ?? '') ? null : lines.slice(start + 1, end).join('\n');
}

/**
 * What a script has fetched when it runs, as far as its text shows: packages that it names for `uv run`, and commands such as `npx`, each
 * with its place. Such a command in a message is listed too; one that the script puts together is not.
 *
 * `path` is that of the script; null = the text is the command of the hook.
 */
export function fetchedCode(text: string, path: string | null): readonly string[] {
  const list = DEPENDENCIES.exec(readBlock(text) ?? '')?.[1] ?? '';
  const packages = [...list.matchAll(/"([^"\n]+)"|'([^'\n]+)'/g)].map(
    ([, double, single]) => double ?? single,
  );
  const commands = text
    .split('\n')
    .flatMap((line, index) =>
      COMMENT.test(line) ? [] : [...line.matchAll(FETCHES)].map(([found]) => ({ found, index })),
    );
  return [
    ...packages.map((name) => `${name} (${path})`),
    ...commands.map(
      ({ found, index }) =>
        `\`${found.slice(0, MAX_SHOWN)}\` (${path === null ? 'its command' : `${path}:${index + 1}`})`,
    ),
  ];
}
