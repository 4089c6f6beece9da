/** A text in a program that could be a path, or several strings in a row that could be one together. */
export interface Mention {
  /** Of each string its parts, none of them empty; `.` and `..` as they are written. */
  readonly pieces: readonly (readonly string[])[];
  /** The program adds something to it, so that it could lead to every file below. */
  readonly isComposed: boolean;
}

/** What no name of a file has in practice, or what ends it in a program. */
const PART = String.raw`[^\s\0"'\`()<>{}[\],;:|&$=*?!#%^~\\/]+`;
const CANDIDATE = new RegExp(String.raw`${PART}(?:[\0\\/]+${PART})*`, 'g');
/** Between two strings that a program may join: arguments of one call, a sum, or Python's `/`. */
const JOINT = /["'`]\s*[,+/]\s*["'`]/g;
const COMPOSED = /^[\\/]*(?:[$%*{<]|["'`]\s*[+,/]\s*[A-Za-z_$])/;
/** The name of a method: bundlers call each module by the file that it was. */
const METHOD = /^["'`]\(/;

/** Lines that are nothing but a comment: it names files that the program does not read. */
const SLASHED_COMMENT = /^[ \t]*(?:\/\/|\/?\*).*$/gm;
const HASHED_COMMENT = /^[ \t]*#(?!!).*$/gm;
const SLASHED = /\.(?:[cm]?[jt]sx?|go|rs|java|kt|php|swift|[ch]pp|[ch])$/i;

/**
 * What the text of a program mentions that could be a path: everything with a slash or a dot, whole strings, and modules of
 * Python, if `isName` knows a part. Each spelling once. In time linear in the text.
 */
export function findMentions(
  text: string,
  program: string,
  isName: (part: string) => boolean,
): readonly Mention[] {
  const comments = SLASHED.test(program) ? SLASHED_COMMENT : HASHED_COMMENT;
  const joined = text.replace(comments, '').replace(JOINT, '\0');
  const found = new Map<string, Mention>();
  for (const { 0: candidate, index } of joined.matchAll(CANDIDATE)) {
    const before = joined.slice(Math.max(0, index - 3), index);
    const after = joined.slice(index + candidate.length, index + candidate.length + 40);
    if (!namesIn(candidate).some(isName) || !isPath(before, candidate, after)) continue;
    const pieces = candidate.split('\0').map((piece) => piece.split(/[\\/]+/).filter((part) => part !== ''));
    const isVariable = before.endsWith('$');
    if (isVariable) pieces[0]?.shift();
    const isComposed = COMPOSED.test(after);
    found.set(`${candidate} ${isVariable} ${isComposed}`, { pieces, isComposed });
  }
  return [...found.values()];
}

/** Its parts, and what dots separate in them. */
function namesIn(candidate: string): readonly string[] {
  return [...candidate.split(/[\0\\/]+/), ...candidate.split(/[\0\\/.]+/)];
}

function isPath(before: string, candidate: string, after: string): boolean {
  if (METHOD.test(after)) return false;
  return (
    /[\0\\/.]/.test(candidate) ||
    /[\\/]$|^-m $/.test(before) ||
    /^[\\/]/.test(after) ||
    (/["'`]$/.test(before) && /^["'`]/.test(after))
  );
}
