const LONGEST = 4096;
/** Agents have limits of their own for what a model reads. */
const LONGEST_CONTEXT = 64 * 1024;

/** Everything a terminal or a log could act on: C0 but tab and newline, DEL, C1, what is invisible or turns text around. */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences that color and move
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Most text needs none of this, and a table calls this for hundreds of cells. */
const UNUSUAL = /[^ -~]/;

/** Text of a hook, made safe for the user or a model: capped, without control characters. */
export function cleanText(text: string): string {
  return clean(text, LONGEST);
}

/** The same for context of the model. */
export function cleanContext(text: string): string {
  return clean(text, LONGEST_CONTEXT);
}

function clean(text: string, longest: number): string {
  if (text.length <= longest && !UNUSUAL.test(text)) return text.trim();
  const start = text.slice(0, longest * 2);
  const plain = start.replace(ESCAPES, '').replace(CONTROL, '').trim();
  const isCut = plain.length > longest || start.length < text.length;
  return isCut ? `${plain.slice(0, longest - 1)}…` : plain;
}

/** The same for a place of one line, such as a cell of a table: a line break in it must not forge the next row. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

const UNCAUGHT_ERROR = /^(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?:/;

/** The line of what a program wrote on its standard error that names what went wrong: an uncaught error, or the last line. */
export function errorLine(stderr: string): string {
  const lines = stderr.trim().split('\n');
  // Node writes the stack and its version after it.
  return lines.findLast(isUncaughtError) ?? lines.at(-1) ?? '';
}

/** Whether a line is how JavaScript, Python and their like report an error that ended them. */
export function isUncaughtError(line: string): boolean {
  return UNCAUGHT_ERROR.test(line);
}

/**
 * Text for the user to approve, on one line: complete, with every character that a terminal would obey or hide spelled out.
 * Elsewhere such characters are removed; here they are bytes that run.
 */
export function exactLine(text: string): string {
  return exactText(text.trim()).replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

/** The same with its lines and blanks as they are. */
export function exactText(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A command line split into words; `shellSigns` = what a shell would have acted on, as written. */
export type CommandReading =
  | { readonly words: readonly string[]; readonly shellSigns: readonly string[] }
  | { readonly error: string };

/** `${HOOK_DIR}` is filled in by HookMD itself. */
const HOOK_DIR = /^\$(?:\{HOOK_DIR\}|HOOK_DIR\b)/;
const SIGN = /^(?:&&|\|\||>>|<<|[|&;<>()`]|\$\(|\$\{?\w+\}?)/;

/**
 * Splits a command into words without a shell: blanks divide, quotes and backslashes are honored as
 * `sh` does, and nothing is expanded.
 */
export function readCommand(text: string): CommandReading {
  const words: string[] = [];
  const shellSigns = new Set<string>();
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  let signEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quote === null && /\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    if (quote !== "'" && at >= signEnd && '|&;<>()`$~'.includes(sign)) {
      const ahead = text.slice(at, at + 64);
      const shellSign = HOOK_DIR.test(ahead) ? null : SIGN.exec(ahead)?.[0];
      // Between double quotes only `$` and the backtick mean something to a shell.
      if (shellSign && (quote === null || /^[$`]/.test(shellSign))) shellSigns.add(shellSign);
      signEnd = at + (shellSign?.length ?? 0);
      if (quote === null && word === null && /^~(?:\/|\s|$)/.test(ahead)) shellSigns.add('~');
    }
    if (sign === quote) quote = null;
    else if (quote === null && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === '\\' && quote !== "'") {
      const next = text.charAt(at + 1);
      if (next === '') return { error: 'it ends with a backslash' };
      if (quote === '"' && !/["\\$`]/.test(next)) word = `${word ?? ''}\\`;
      word = `${word ?? ''}${next}`;
      at++;
      continue;
    } else word = `${word ?? ''}${sign}`;
    word ??= '';
  }
  if (quote !== null) return { error: `the quote ${quote} is not closed` };
  if (word !== null) words.push(word);
  if (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) shellSigns.add(`${words[0]?.split('=', 1)[0]}=`);
  return words.length === 0 ? { error: 'it is empty' } : { words, shellSigns: [...shellSigns] };
}

/** The words of a command that a manifest was accepted with. */
export function splitWords(text: string): readonly string[] {
  const reading = readCommand(text);
  return 'words' in reading ? reading.words : [];
}

export { quoteWord } from '@hookmd/shell/quote-word';

/** Whether a name can be an agent's internal operation: `commit`, `pr`, `summary`. The list is open, because each agent has its own. */
export function isContextName(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(name);
}

/** `1 error`, `3 errors`, `2 entries`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}
