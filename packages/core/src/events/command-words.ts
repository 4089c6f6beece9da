/** A command line split into words; `shellSigns` = what a shell would have acted on, as written. */
export type CommandReading =
  | { readonly words: readonly string[]; readonly shellSigns: readonly string[] }
  | { readonly error: string };

/** `${HOOK_DIR}` is filled in by HookMD itself. */
const HOOK_DIR = /^\$(?:\{HOOK_DIR\}|HOOK_DIR\b)/;
const SIGN = /^(?:&&|\|\||>>|<<|[|&;<>()`]|\$\(|\$\{?\w+\}?)/;

/**
 * Splits a command into words without a shell: blanks divide, quotes and backslashes are honoured as
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
