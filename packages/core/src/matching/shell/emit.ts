import type { Inner } from './inner.ts';
import { type Feed, MAX_SHELL_COMMANDS, MAX_SHELL_DEPTH, type ShellRun, spend, type Word } from './run.ts';
import { unwrapCommand } from './unwrap.ts';

/** A command on its way out. */
export interface Emission {
  readonly words: readonly Word[];
  /** Null where it is not written as such, but made from another command's words. */
  readonly raw: string | null;
  /** Where `raw` begins in the text; -1 where it stands in a script of its own. */
  readonly start: number;
  readonly feed: Feed;
  readonly depth: number;
}

/** Hands out a command, and then every command it runs in its turn. */
export function emitCommand(run: ShellRun, emission: Emission): void {
  const { words, feed, depth } = emission;
  const head = words[0];
  if (head === undefined || run.isExhausted) return;
  if (depth > MAX_SHELL_DEPTH || run.commands.length >= MAX_SHELL_COMMANDS) {
    run.isExhausted = true;
    return;
  }
  // `=git` is zsh for the path of git.
  if (head.isMade || head.text.startsWith('=')) run.isOpaque = true;
  const inner = unwrapCommand(handOut(run, emission), words);
  if (inner.isOpaque) run.isOpaque = true;
  for (const command of inner.commands)
    emitCommand(run, { words: command, raw: null, start: -1, feed, depth: depth + 1 });
  for (const script of inner.scripts) readScript(run, script, depth);
  if (inner.readsScript) feedShell(run, emission);
}

/** Its program's bare name. */
function handOut(run: ShellRun, { words, raw, start }: Emission): string {
  const texts: string[] = [];
  for (const word of words) if (!word.isAbsent) texts.push(word.text);
  const text = texts.join(' ');
  const path = texts[0] ?? '';
  const name = path.slice(
    Math.max(path.lastIndexOf('/'), isOfWindows(path) ? path.lastIndexOf('\\') : -1) + 1,
  );
  if (spend(run, text.length)) {
    const { unknownFrom, unknownIsPath } = findUnknown(words);
    run.commands.push({ words: texts, text, name, raw: raw ?? text, unknownFrom, unknownIsPath });
    run.starts.push(start);
  }
  return name;
}

/** Quoted, as `"C:\Program Files\Git\bin\git.exe"`. */
function isOfWindows(path: string): boolean {
  return /^[A-Za-z]:\\/.test(path);
}

function findUnknown(words: readonly Word[]): { unknownFrom: number; unknownIsPath: boolean } {
  let offset = 0;
  for (const word of words) {
    if (word.isAbsent) return { unknownFrom: Math.max(0, offset - 1), unknownIsPath: false };
    if (word.unknownFrom >= 0) {
      return { unknownFrom: offset + word.unknownFrom, unknownIsPath: word.unknownIsPath };
    }
    offset += word.text.length + 1;
  }
  return { unknownFrom: -1, unknownIsPath: false };
}

function readScript(run: ShellRun, words: Inner['scripts'][number], depth: number): void {
  if (words.some((word) => word.isMade)) run.isOpaque = true;
  run.readScript(run, words.map((word) => word.text).join(' '), depth + 1);
}

/** A shell that reads its script on stdin. */
function feedShell(run: ShellRun, { feed, depth }: Emission): void {
  if (feed === null || feed === 'unknown') run.isOpaque = true;
  else if ('feedsShell' in feed) feed.feedsShell = true;
  else {
    if (!feed.isExact) run.isOpaque = true;
    run.readScript(run, feed.text, depth + 1);
  }
}
