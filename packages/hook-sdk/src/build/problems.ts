import type { Message } from './bundler.ts';
import { ENTRY, LIBRARY, PACKAGE, SDK } from './package-plugin.ts';
import type { BuildProblem } from './request.ts';

const MAX_PROBLEMS = 200;
const MAX_TEXT = 500;

/** esbuild's message about a module whose name is made at run time. */
const UNFOLLOWED =
  /^This (?:"import" expression|call to "require") will not be bundled|^Could not resolve (?:import|require)\(/;
const UNFOLLOWED_TEXT =
  'A module whose name is made at run time cannot be part of the handler. Import each by its name, and choose among them.';
const INTERNAL = new RegExp(`^(?:${ENTRY}|${SDK}):`);
const OF_LIBRARY = new RegExp(`^${LIBRARY}:`);

/** The problems that esbuild found, by file, line and column. */
export function readMessages(messages: readonly Message[]): readonly BuildProblem[] {
  const all = messages.map(readMessage);
  all.sort((a, b) => compare(a.file, b.file) || compare(a.line, b.line) || compare(a.column, b.column));
  const more = all.length - MAX_PROBLEMS;
  if (more <= 0) return all;
  return [
    ...all.slice(0, MAX_PROBLEMS),
    aboutNoFile(`… and ${more} more. Fix the first ones, and build again.`),
  ];
}

/** A sentence about the build, not about a file. */
export function aboutNoFile(text: string): BuildProblem {
  return { file: null, line: null, column: null, text };
}

function readMessage({ text, location, notes }: Message): BuildProblem {
  const further = notes
    .map((note) => note.text)
    .filter((note) => note !== '' && !note.startsWith('The plugin '));
  const whole = [UNFOLLOWED.test(text) ? UNFOLLOWED_TEXT : text, ...further].join(' ');
  const short = whole.length > MAX_TEXT ? `${whole.slice(0, MAX_TEXT)}…` : whole;
  const file = location?.file.replace(new RegExp(`^${PACKAGE}:`), '') ?? null;
  if (location === null || file === null || file === '' || INTERNAL.test(file)) return aboutNoFile(short);
  if (OF_LIBRARY.test(file)) return aboutNoFile(`${file.replace(OF_LIBRARY, '')}: ${short}`);
  // Without the text of a line the problem is about the whole file.
  if (location.lineText === '' && location.line <= 1) return { file, line: null, column: null, text: short };
  return { file, line: location.line, column: columnOf(location), text: short };
}

/** esbuild counts bytes from 0, editors characters from 1. */
function columnOf({ lineText, column }: NonNullable<Message['location']>): number {
  return Buffer.from(lineText).subarray(0, column).toString('utf8').length + 1;
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
