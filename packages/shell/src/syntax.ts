import { type ParsedScript, parse } from 'unbash';

export type {
  Assignment,
  Command,
  HereDoc,
  ParsedScript,
  Redirection,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
} from 'unbash';
export { forEachChild } from 'unbash';

/** Room for a heredoc of 256 KiB and the commands around it. */
export const MAX_SHELL_LENGTH = 294_912;

/** Characters that may be searched for the ends of heredocs. */
const MAX_SEARCHED = 4_194_304;

/** The syntax tree of a script; null where parsing would not be linear, or nests too deeply. */
export function parseScript(script: string): ParsedScript | null {
  if (script.length > MAX_SHELL_LENGTH || countOpenHeredocs(script) * script.length > MAX_SEARCHED)
    return null;
  return withinStack(
    () => parse(script),
    () => null,
  );
}

/** The result of `run`, or of `otherwise` after a stack overflow: the parser has no limit of its own. */
export function withinStack<T>(run: () => T, otherwise: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return otherwise();
    throw error;
  }
}

/** The number of heredocs without an end: for each the parser reads the rest of the script. */
function countOpenHeredocs(script: string): number {
  if (!script.includes('<<')) return 0;
  const lastLines = new Map<string, number>();
  for (const { 1: line = '', index } of script.matchAll(/^\t*(.*)$/gm)) lastLines.set(line, index);
  let open = 0;
  for (const { 1: word = '', index } of script.matchAll(/<<-?[ \t]*([^\s;&|<>()]*)/g)) {
    const delimiter = word.replaceAll(/["'\\]/g, '');
    if (word !== '' && (lastLines.get(delimiter) ?? -1) <= index) open += 1;
  }
  return open;
}
