/** One command of a plain script. */
export interface PlainCommand {
  /** Its words, without quotes, joined by one blank. */
  readonly text: string;
  /** The same with the quotes. */
  readonly written: string;
}

/** A word, blanks, or what stands between two commands. In a word every character means itself, in quotes or out of them. */
const TOKEN =
  /(?<word>(?:[A-Za-z0-9_@%+=:,./-]|"[A-Za-z0-9_@%+=:,./ ;&|()<>'#-]*"|'[A-Za-z0-9_@%+=:,./ ;&|()<>"#-]*')+)|(?<joint>&&|\|\||;|\|)|[ \t]+/y;

/**
 * The commands of a shell text that leaves nothing to guess: words and quotes, and `;`, `&&`, `||` or `|` between commands. Null for
 * every other one: nothing is expanded, redirected, assigned, commented out or run in the background in it. Linear.
 *
 * Narrow on purpose: what it reads, every shell reads alike. Who looks for a command in a text asks `splitShell`.
 */
export function readPlainScript(script: string): readonly PlainCommand[] | null {
  const commands: string[][] = [[]];
  let at = 0;
  while (at < script.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(script);
    if (found === null) return null;
    at = TOKEN.lastIndex;
    const { word, joint } = found.groups ?? {};
    if (joint !== undefined) commands.push([]);
    else if (word !== undefined) commands[commands.length - 1]?.push(word);
  }
  if (!commands.every(isCommand)) return null;
  return commands.map((words) => ({ text: words.map(unquote).join(' '), written: words.join(' ') }));
}

/** A program's name as it stands, and no assignment; zsh puts the path of a program in place of `=name`. */
function isCommand(words: readonly string[]): boolean {
  const [program] = words;
  return program !== undefined && !/["'=]/.test(program) && words.every((word) => !word.startsWith('='));
}

function unquote(word: string): string {
  return word.replace(
    /"([^"]*)"|'([^']*)'/g,
    (_, double?: string, single?: string) => double ?? single ?? '',
  );
}
