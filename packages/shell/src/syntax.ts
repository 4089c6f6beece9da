import { type ParsedScript, parse, type SyntaxNode, type TestExpression, type Word } from 'unbash';

export type {
  Assignment,
  Command,
  HereDoc,
  ParsedScript,
  Redirection,
  Statement,
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

/** Counters: as a command the name of no program, or an assignment. */
const COUNTER = /^\s*(?:\w+(?:\+\+|--)|(?:\+\+|--)\w+|\w+[-+]?=\w+)\s*$/;
/** `-f x` as a command: no program has such a name. */
const OPTION_FIRST = /^-[A-Za-z]\s/;

/**
 * Whether small shells run a program of a test. To them `[[` is missing, so that of `[[ a && b ]]` nothing runs, and of
 * `[[ a || b ]]` the program `b`. They reject a whole line with `=~ (a|b)`.
 */
export function testRunsProgram(test: TestExpression, source: (node: SyntaxNode) => string): boolean {
  let isRejected = false;
  let isRun = false;
  for (const { operand, turn } of operandsOf(test, 'first')) {
    if (operand.type === 'TestGroup') isRejected = true;
    else {
      const words = operand.type === 'TestUnary' ? [operand.operand] : [operand.left, operand.right];
      for (const word of words) {
        const operator = firstOperator(word);
        if (operator === '(') isRejected = true;
        else if (operator !== null) return true;
      }
      isRun ||= turn === 'run' && !OPTION_FIRST.test(source(operand));
    }
  }
  return isRun && !isRejected;
}

export function arithmeticRunsProgram(body: string): boolean {
  return !COUNTER.test(body);
}

/** The first command of a line is `[[`, which fails: what follows `&&` is skipped until a `||`. */
type Turn = 'first' | 'skipped' | 'run';
type Operand = Extract<TestExpression, { type: 'TestUnary' | 'TestBinary' | 'TestGroup' }>;

/** The operands of a test; a group only where it is a `(` behind a word, which no shell without tests accepts. */
function* operandsOf(test: TestExpression, turn: Turn): Generator<{ operand: Operand; turn: Turn }> {
  if (test.type === 'TestNot') yield* operandsOf(test.operand, turn);
  else if (test.type === 'TestLogical') {
    const next = turn === 'run' || test.operator === '||' ? 'run' : 'skipped';
    for (const [index, operand] of test.operands.entries())
      yield* operandsOf(operand, index === 0 ? turn : next);
  } else if (test.type !== 'TestGroup' || turn === 'first') yield { operand: test, turn };
  else if (turn === 'run') yield* operandsOf(test.expression, turn);
}

/** The first unquoted operator in a word, as a shell reads it that knows no patterns there; null = none. */
function firstOperator({ text, parts }: Word): string | null {
  const plain = (parts ?? [{ type: 'Literal', text }]).map((part) =>
    /^(?:Literal|Glob|ExtendedGlob)$/.test(part.type) ? part.text : 'x',
  );
  return /[|&;<>()\n]/.exec(plain.join('').replaceAll(/\\[\s\S]/g, ''))?.[0] ?? null;
}
