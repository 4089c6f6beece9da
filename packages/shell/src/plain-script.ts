import { parseScript, type SyntaxNode } from './syntax.ts';

/** One command of a plain script. */
export interface PlainCommand {
  /** Its words, without quotes, joined by one space. */
  readonly text: string;
  /** The same with the quotes. */
  readonly written: string;
}

/** Quotes in which every character is literal in every shell. */
const PLAIN_QUOTES = /"[A-Za-z0-9_@%+=:,./ ;&|()<>'#-]*"|'[A-Za-z0-9_@%+=:,./ ;&|()<>"#-]*'/g;
const PLAIN = /^[A-Za-z0-9_@%+=:,./ \t;&|-]*$/;

/**
 * The commands of a plain shell text: words and quotes, with `;`, `&&`, `||` or `|` between commands. Null for any text with
 * expansions, redirections, assignments, comments or background commands. Every shell reads a plain text alike;
 * `splitShell` finds the commands of any text. Linear.
 */
export function readPlainScript(script: string): readonly PlainCommand[] | null {
  const isPlain = PLAIN.test(script.replaceAll(PLAIN_QUOTES, 'q')) && !/[;&|][ \t]*$/.test(script);
  const tree = isPlain ? parseScript(script) : null;
  if (tree === null || tree.errors !== undefined || tree.commands.length === 0) return null;
  const commands: PlainCommand[] = [];
  return tree.commands.every((statement) => collect(statement, commands)) ? commands : null;
}

/** False for anything but plain commands. */
function collect(node: SyntaxNode, commands: PlainCommand[]): boolean {
  if (node.type === 'Statement') return node.background !== true && collect(node.command, commands);
  if (node.type === 'AndOr') return node.commands.every((command) => collect(command, commands));
  if (node.type === 'Pipeline') {
    const isPlain = node.prefixes.length === 0 && !node.operators.includes('|&');
    return isPlain && node.commands.every((command) => collect(command, commands));
  }
  if (node.type !== 'Command' || node.name === undefined || node.prefix.length > 0) return false;
  const words = [node.name, ...node.suffix];
  // A quoted program, an assignment, or the path of a program in zsh: `=name`.
  if (/["'=]/.test(node.name.text) || words.some((word) => 'text' in word && word.text.startsWith('=')))
    return false;
  const texts = words.flatMap((token) => (token.type === 'Word' ? [token] : []));
  if (texts.length < words.length) return false;
  commands.push({
    text: texts.map(({ value }) => value).join(' '),
    written: texts.map(({ text }) => text).join(' '),
  });
  return true;
}
