import type { TextPlace } from '../yaml/issue-list.ts';
import type { YamlProblem } from '../yaml/yaml.ts';

/** A problem of YAML in the words of its author, where its cause is, with the line as it should be. */
interface Explanation extends TextPlace {
  readonly detail: string;
  /** A whole sentence. */
  readonly fix: string;
}

/** The parser's problem in the lines of the file. */
interface Subject {
  readonly problem: YamlProblem;
  readonly lines: readonly string[];
  /** Groups of the pattern. */
  readonly found: readonly string[];
}

interface Row {
  /** Of the parser's sentence. */
  readonly pattern: RegExp;
  readonly explain: (subject: Subject) => Partial<Explanation> & Pick<Explanation, 'fix'>;
}

/** Keys whose value is a mapping: what follows them is not to be quoted. */
const MAPPINGS = /^(?:modify|requires|headers|options|metadata|isolation)$/;
const KEY_LINE = /^((?:- )?[^\s:#][^:#]*):[ \t]+(.+)$/;
const MAX_SHOWN = 80;

/** What the parser finds, by its sentence; it names rules of YAML, and mostly the place where it gave up. */
const rows: readonly Row[] = [
  {
    pattern: /^Nested mappings are not allowed/,
    explain: (subject) => ({
      detail: 'a value with a colon and a space in it is not quoted',
      fix: quoteFix(subject),
    }),
  },
  {
    pattern: /^Plain value cannot start with .*(.)$/,
    explain: (subject) => ({
      detail: `a value that starts with "${subject.found[1]}" is not quoted`,
      fix: quoteFix(subject),
    }),
  },
  {
    pattern: /^(?:aliases|anchors|tags) are not supported$/,
    explain: (subject) => ({ fix: quoteFix(subject) }),
  },
  {
    pattern: /^Unexpected scalar at node end$/,
    explain: (subject) => ({ detail: 'text follows the end of a value', fix: quoteFix(subject) }),
  },
  {
    pattern: /^Invalid escape sequence (.*)$/,
    explain: (subject) => ({
      detail: `a string in double quotes has the unknown escape ${subject.found[1]}`,
      fix: quoteFix(subject, 'Use single quotes'),
    }),
  },
  {
    pattern: /^Flow (?:sequence|map) .* end with a (.)$/,
    explain: (subject) => unclosed(subject, subject.found[1] ?? ''),
  },
  { pattern: /^Missing closing (.)quote$/, explain: (subject) => unclosed(subject, subject.found[1] ?? '') },
  {
    pattern: /^Implicit (?:map )?keys need to be/,
    explain: ({ problem, lines }) => {
      const [, key = '', rest = '…'] = /^(\S+)(?:\s+(.+))?$/.exec(lineOf(problem, lines)) ?? [];
      return { detail: 'a line has no colon after its key', fix: writeFix(`${key}: ${rest}`) };
    },
  },
  {
    pattern: /^Tabs are not allowed/,
    explain: () => ({ detail: 'a line is indented with a tab', fix: 'Indent it with spaces.' }),
  },
  {
    pattern: /^All mapping items must start at the same column$/,
    explain: () => ({ detail: 'a key is not aligned with the keys above it', fix: 'Align it with them.' }),
  },
  {
    pattern: /^A block sequence may not be used/,
    explain: () => ({ detail: 'an item is not aligned with the items above it', fix: 'Align it with them.' }),
  },
  {
    pattern: /^Unexpected block-seq-ind on same line/,
    explain: () => ({
      detail: 'a list starts on the line of its key',
      fix: 'Start it on the next line, or write it in brackets.',
    }),
  },
  { pattern: /^the key ".*" is there twice$/, explain: () => ({ fix: 'Remove one of them.' }) },
];

/** Explains problems of the parser: one for each line, because what follows on it is mostly of the same cause. */
export function explainYaml(problems: readonly YamlProblem[], text: string): readonly Explanation[] {
  // They are quoted: what a terminal would obey is left out.
  const lines = text.split(/\r?\n/).map((line) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' '));
  const first = problems.filter(
    ({ line }, index) => problems.findIndex((problem) => problem.line === line) === index,
  );
  return first.map((problem) => {
    const { line, column, message } = problem;
    const plain = { line, column, detail: message.replace(/\.$/, ''), fix: 'Fix the YAML on this line.' };
    for (const { pattern, explain } of rows) {
      const found = pattern.exec(message);
      if (found !== null) return { ...plain, ...explain({ problem, lines, found }) };
    }
    return plain;
  });
}

function lineOf({ line }: TextPlace, lines: readonly string[]): string {
  return (lines[line - 1] ?? '').trim();
}

/** The line with its value in quotes; a mapping in braces. */
function quoteFix({ problem, lines }: Subject, how = 'Quote the value'): string {
  const [, key = '', value = ''] = KEY_LINE.exec(lineOf(problem, lines)) ?? [];
  if (key === '') return `${how}.`;
  if (MAPPINGS.test(key)) return writeFix(`${key}: { ${value} }`);
  const bare = how === 'Quote the value' ? value : value.replace(/^"(.*)"$/, '$1');
  const isPlain = !/["\\]/.test(bare);
  const line = `${key}: ${isPlain ? `"${bare}"` : `'${bare.replaceAll("'", "''")}'`}`;
  return line.length > MAX_SHOWN ? `${how}.` : `${how}: \`${line}\`.`;
}

const closings: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** A bracket or quote that is not closed: the parser reports the end, the author looks for the beginning. */
function unclosed({ problem, lines }: Subject, closing: string): ReturnType<Row['explain']> {
  const opening = Object.keys(closings).find((key) => closings[key] === closing) ?? closing;
  const index = lines.slice(0, problem.line).findLastIndex((text) => isOpen(text, opening));
  const line = lines[index];
  if (line === undefined) return { fix: `Add the missing \`${closing}\`.` };
  const alsoOpen = Object.keys(closings).filter((key) => key !== opening && isOpen(line, key));
  const isWhole = opening === closing || (index === problem.line - 2 && alsoOpen.length === 0);
  return {
    line: index + 1,
    column: line.lastIndexOf(opening) + 1,
    detail: `what starts with \`${opening}\` here has no \`${closing}\``,
    fix: isWhole ? writeFix(line.trim() + closing) : `Add \`${closing}\` at its end.`,
  };
}

function isOpen(line: string, opening: string): boolean {
  const closing = closings[opening];
  const parts = line.split(opening).length;
  return closing === undefined ? parts % 2 === 0 : parts > line.split(closing).length;
}

function writeFix(line: string): string {
  return line.length > MAX_SHOWN ? 'Fix the YAML on this line.' : `Write \`${line}\`.`;
}
