import { posix } from 'node:path';
import type { PathIndex } from './path-index.ts';

/** Files that a program does not read at run time, unless it names them. Sounds are not among them: hooks play them. */
const UNREAD_FILE = new RegExp(
  [
    // Pictures, films, fonts
    String.raw`\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|psd|mp4|mov|webm|avi|mkv|woff2?|ttf|otf|eot)$`,
    // Documents and archives
    String.raw`\.(?:pdf|docx?|pptx?|xlsx?|zip|tgz|tar|gz|bz2|xz|7z|rar|dmg)$`,
    // What compilers write beside a program
    String.raw`\.(?:map|tsbuildinfo|d\.[cm]?ts)$`,
    String.raw`(?:[._-](?:test|spec)\.\w+|^test_\w+\.py)$`,
  ].join('|'),
  'i',
);
const UNREAD_DIRECTORY =
  /(?:^|\/)(?:__(?:tests|mocks|snapshots|fixtures)__|tests?|fixtures|e2e|coverage|benchmarks?|docs?|documentation|examples?|\.(?:github|gitlab|circleci|vscode|idea|changeset)|node_modules)\//i;
const BUILT_DIRECTORIES = ['dist', 'build', 'lib', 'out'];

/** Texts for people, settings of tools and lists of packages: the files that they name are not read at run time. */
const NO_PROGRAM =
  /\.(?:md|mdx|txt|rst|adoc|html?|css|svg|lock)$|(?:^|\/)(?:\.[^/]+|LICENSE|(?:package(?:-lock)?|[jt]sconfig[^/]*)\.json)$/i;
const DATA = /\.(?:json|ya?ml|toml)$/i;
/** What Node and Python load of a directory. */
const ENTRY_POINT = /(?:^|\/)(?:index|main|mod|__init__|__main__)\.\w+$/;

/** Whether a program may read it by a name that it composes. */
export function isReadable({ files }: PathIndex, path: string): boolean {
  return !UNREAD_FILE.test(posix.basename(path)) && !isCompiled(files, path);
}

/** The same, in a directory that programs read. */
export function isNeeded(index: PathIndex, path: string): boolean {
  return !UNREAD_DIRECTORY.test(path) && isReadable(index, path);
}

/** TypeScript beside the JavaScript that it was compiled to. */
function isCompiled(files: PathIndex['files'], path: string): boolean {
  const [, around = '', module = ''] = /^(.*\/)?src\/(.+)\.[cm]?tsx?$/.exec(path) ?? [];
  return module !== '' && BUILT_DIRECTORIES.some((name) => files.has(`${around}${name}/${module}.js`));
}

/** Whether a program may be in it; of data, only if it was named itself. */
export function isProgram(path: string, isNamed: boolean): boolean {
  return !NO_PROGRAM.test(path) && (isNamed || !DATA.test(path));
}

export function isEntryPoint(path: string): boolean {
  return ENTRY_POINT.test(path);
}
