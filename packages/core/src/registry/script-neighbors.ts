import { basename, dirname } from 'node:path';
import { readStart } from '../launch/program-file.ts';
import { namesIn } from '../state/files.ts';

/** A script that needs more than itself. */
export interface NeedsNeighbors {
  /** The text of the script that shows it: a file beside it, or how it finds its own directory. */
  readonly evidence: string;
  /** Whether it looks above its directory too. */
  readonly looksAbove: boolean;
}

const MAX_SCRIPT_BYTES = 1024 * 1024;
/** How scripts find their own directory, by language. */
const FINDS_ITSELF =
  /\bBASH_SOURCE\b|\bdirname\s+(?:--\s+)?["']?\$\{?0|\$\{0%\/\*\}|\$0:[aAh]|\b__file__\b|\b__dirname\b|\bimport\.meta\.(?:url|dirname|filename|dir)\b|\b__DIR__\b|\bFindBin\b|\brequire_relative\b|\bprocess\.argv\[1\]|\bsys\.argv\[0\]|\bsys\.path\[0\]/;
/** A module beside it. */
const IMPORTS_NEIGHBOR = /\b(?:from|import|require)\b\s*\(?\s*(['"])\.{1,2}\/[^'"\n]*\1/;
const PYTHON_IMPORT = /^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w*)/gm;
/** Above its directory, also where that is in a variable, but not in place of the project's directory. */
const LOOKS_ABOVE =
  /(?:\bdirname\b|BASH_SOURCE|__file__|__dirname|import\.meta|__DIR__|\$\{0%)[^\n]{0,120}\.\.(?:\/|["'\s)]|$)|(?<!PROJECT_DIR:?-["']?)\$\{?\w+\}?["']?\/\.\.(?:\/|["'\s)}]|$)|\.parent\.parent|\.parents\[|\b(?:join|resolve)\([^)\n]{0,80}['"]\.\.['"/]|\b(?:from|import|require)\b\s*\(?\s*['"]\.\.\//m;
/** Shorter names of files are words. */
const MIN_NAME = 5;

/**
 * Whether a script reads files beside itself, which a copy of the script alone would miss; null = nothing shows it.
 *
 * Reads the text; what a script computes at run time is not seen.
 */
export function findNeighbors(path: string): NeedsNeighbors | null {
  const bytes = readStart(path, MAX_SCRIPT_BYTES);
  if (bytes === null || bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  const evidence =
    FINDS_ITSELF.exec(text)?.[0] ?? IMPORTS_NEIGHBOR.exec(text)?.[0] ?? namedNeighbor(text, path) ?? null;
  return evidence === null ? null : { evidence, looksAbove: LOOKS_ABOVE.test(text) };
}

function namedNeighbor(text: string, path: string): string | undefined {
  const names = namesIn(dirname(path)).filter((name) => name !== basename(path));
  const modules = new Set([...text.matchAll(PYTHON_IMPORT)].map(([, name]) => name));
  return (
    names.find((name) => name.length >= MIN_NAME && name.includes('.') && holdsWord(text, name)) ??
    names.find((name) => path.endsWith('.py') && modules.has(name.replace(/\.py$/, '')))
  );
}

function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\w.-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + name.length))) return true;
  }
  return false;
}
