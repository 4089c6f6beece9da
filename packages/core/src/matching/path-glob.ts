import { matchPath } from './glob.ts';
import type { PathBase, PathForms } from './path-forms.ts';

/** One alternative of a path glob, without braces, as the hook index stores it: plain JSON. */
export interface PathGlob {
  readonly base: PathBase;
  /** Relative to the base; no empty or `.` elements, `..` only at the start. */
  readonly source: string;
  /** What everything it matches begins with: a miss mostly costs one comparison. */
  readonly literalPrefix: string;
  /** Both are in lower case, and paths are compared so. */
  readonly ignoresCase?: true;
}

const MAX_LENGTH = 1_024;
const MAX_EXPANSIONS = 64;

/** Reads a path glob: braces expanded, `..` and `~` resolved. A glob that ends in `/` means what is inside. */
export function parsePathGlob(text: string): PathGlob[] | { error: string } {
  if (text.length > MAX_LENGTH) return { error: `a path glob has at most ${MAX_LENGTH} characters` };
  const expansions = expandBraces(text);
  if (expansions === null) return { error: `its braces stand for more than ${MAX_EXPANSIONS} globs` };
  const globs: PathGlob[] = [];
  for (const expansion of new Set(expansions)) {
    const glob = resolveGlob(expansion);
    if ('error' in glob) return glob;
    globs.push(glob);
  }
  return globs;
}

/** Whether a path matches. One outside the glob's base needs a glob that begins with `..` or `**`. */
export function matchPathGlob(glob: PathGlob, forms: PathForms): boolean {
  if (glob.ignoresCase !== true && !mayBegin(forms, glob.base, glob.literalPrefix)) return false;
  const path = glob.ignoresCase === true ? forms[glob.base].toLowerCase() : forms[glob.base];
  const isOutside = path === '..' || path.startsWith('../');
  if (isOutside && !glob.source.startsWith('..') && !glob.source.startsWith('**')) return false;
  return matchPath(glob.source, path);
}

/** Whether a path begins with `literalPrefix`. A miss is mostly decided by the prefix's last character alone. */
export function mayBegin(forms: PathForms, base: PathBase, literalPrefix: string): boolean {
  const path = base === 'cwd' ? forms.cwd : base === 'root' ? forms.root : forms.home;
  const last = literalPrefix.length - 1;
  if (last >= 0 && path.charCodeAt(last) !== literalPrefix.charCodeAt(last)) return false;
  return path.startsWith(literalPrefix);
}

/** What everything that any of the globs matches begins with, where they count from the same base. */
export function commonPrefix(globs: readonly PathGlob[]): { base: PathBase | null; literalPrefix: string } {
  const [first, ...rest] = globs;
  if (first === undefined || rest.some(({ base }) => base !== first.base))
    return { base: null, literalPrefix: '' };
  let length = first.literalPrefix.length;
  for (const { literalPrefix } of rest) {
    while (!literalPrefix.startsWith(first.literalPrefix.slice(0, length))) length -= 1;
  }
  return { base: first.base, literalPrefix: first.literalPrefix.slice(0, length) };
}

function resolveGlob(text: string): PathGlob | { error: string } {
  const base = text.startsWith('/') ? 'root' : /^~(\/|$)/.test(text) ? 'home' : 'cwd';
  const elements: string[] = [];
  for (const element of (base === 'home' ? text.slice(1) : text).split('/')) {
    const last = elements[elements.length - 1];
    if (element === '' || element === '.' || (element === '**' && last === '**')) continue;
    if (element !== '..' || ((last === undefined || last === '..') && base !== 'root'))
      elements.push(element);
    else if (last !== undefined && /[*?]/.test(last)) return { error: 'it has `..` after `*` or `?`' };
    else elements.pop();
  }
  if (text.endsWith('/') && elements.length > 0 && elements[elements.length - 1] !== '**')
    elements.push('**');
  const source = elements.join('/');
  const wildcard = source.search(/[*?]/);
  const literalPrefix = wildcard < 0 ? source : source.slice(0, wildcard).replace(/\/$/, '');
  return { base, source, literalPrefix };
}

/** Null for more than 64. Braces without a comma stand for themselves. */
function expandBraces(text: string): string[] | null {
  const group = findGroup(text);
  if (group === null) return [text];
  const tails = expandBraces(text.slice(group.end));
  if (tails === null) return null;
  const expansions: string[] = [];
  for (const alternative of group.alternatives) {
    const inner = expandBraces(alternative);
    if (inner === null || expansions.length + inner.length * tails.length > MAX_EXPANSIONS) return null;
    for (const middle of inner) {
      for (const tail of tails) expansions.push(text.slice(0, group.start) + middle + tail);
    }
  }
  return expansions;
}

interface BraceGroup {
  readonly start: number;
  readonly end: number;
  readonly alternatives: readonly string[];
}

/** The first `{…}` with a comma of its own. */
function findGroup(text: string): BraceGroup | null {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const alternatives: string[] = [];
    let open = 0;
    let from = start + 1;
    for (let at = start; at < text.length; at += 1) {
      const character = text[at];
      if (character === '{') open += 1;
      else if (character === '}') open -= 1;
      if (open === 0 || (character === ',' && open === 1)) {
        alternatives.push(text.slice(from, at));
        from = at + 1;
      }
      if (open === 0) {
        if (alternatives.length > 1) return { start, end: at + 1, alternatives };
        break;
      }
    }
  }
  return null;
}
