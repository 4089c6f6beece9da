import { realpathSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import {
  type BuildFailure,
  type BundleResult,
  bundle,
  type Message,
  type OutputFile,
  stopBundler,
} from './bundler.ts';
import { forms } from './entry-text.ts';
import { openLibraries, openRoot } from './file-root.ts';
import { type Around, ENTRY, LIBRARY, PACKAGE, type PackageRoots, packagePlugin } from './package-plugin.ts';
import { aboutNoFile, readMessages } from './problems.ts';
import type { BuildRequest, BuildResult, BuiltFile } from './request.ts';

/** A handler is built in some milliseconds; a large library takes a second. */
const LIMIT_MS = 20_000;

/** Options of `buildHandler`. */
export interface BuildSettings {
  /** Directory of the built SDK that becomes part of the handler; default: the SDK of this module. */
  readonly sdkDir?: string;
  readonly limitMs?: number;
  /**
   * Directory of the npm project around the package, whose `node_modules` are searched for libraries that the package does
   * not have. For packages that are prepared for publishing. Default: none, as for an approval.
   */
  readonly projectDir?: string;
}

/**
 * Bundles a handler module and its imports into one module that needs nothing but Node.
 *
 * Executes nothing of the package, writes nothing, and reads only the package, the SDK and libraries of `projectDir`. The
 * same sources give the same bytes in any directory. Never rejects: the result has every problem.
 */
export async function buildHandler(
  request: BuildRequest,
  { sdkDir = dirname(import.meta.dirname), limitMs = LIMIT_MS, projectDir }: BuildSettings = {},
): Promise<BuildResult> {
  const openRoots = (): PackageRoots => ({
    package: openRoot(request.dir),
    sdk: openRoot(sdkDir),
    around: projectDir === undefined ? null : openAround(projectDir, request.dir),
  });
  const first = await buildAs('handler.cjs', request, openRoots, limitMs);
  return first === 'waits'
    ? ((await buildAs('handler.mjs', request, openRoots, limitMs)) as BuildResult)
    : first;
}

/** `waits` = it cannot be a CommonJS module, only because of a top-level await. */
async function buildAs(
  file: BuiltFile,
  request: BuildRequest,
  openRoots: () => PackageRoots,
  limitMs: number,
): Promise<BuildResult | 'waits'> {
  const outcome = await withinLimit(limitMs, () => bundleAs(file, request, openRoots()));
  if ('problems' in outcome) {
    const onlyWaits = outcome.problems.every(({ text }) => WAITS.test(text));
    return onlyWaits
      ? 'waits'
      : { ok: false, problems: outcome.problems.filter(({ text }) => !WAITS.test(text)) };
  }
  const isMap = ({ path }: OutputFile): boolean => path.endsWith('.map');
  const [code, map] = [outcome.outputFiles.find((output) => !isMap(output)), outcome.outputFiles.find(isMap)];
  return {
    ok: true,
    file,
    code: code?.contents ?? new Uint8Array(),
    map: Buffer.from(relativeSources(map?.text ?? '{}')),
    warnings: readMessages(outcome.warnings).filter(({ file: about }) => about !== null),
  };
}

type Bundled = BundleResult & { readonly outputFiles: OutputFile[] };

function bundleAs(file: BuiltFile, request: BuildRequest, roots: PackageRoots): Promise<Bundled> {
  const { format, banner, define } = forms[file];
  return bundle({
    entryPoints: [ENTRY],
    plugins: [packagePlugin(request, file, roots)],
    outfile: file,
    write: false,
    bundle: true,
    platform: 'node',
    format,
    define,
    target: 'node20',
    charset: 'utf8',
    sourcemap: 'external',
    sourcesContent: false,
    banner: { js: banner },
    tsconfigRaw: {},
    nodePaths: [],
    logLevel: 'silent',
    logLimit: 0,
    // The handler would search for it at run time, in the directory of an approved copy.
    logOverride: {
      'unsupported-dynamic-import': 'error',
      'unsupported-require-call': 'warning',
      'indirect-require': 'silent',
    },
  });
}

function openAround(projectDir: string, dir: string): Around {
  const packagePath = relative(realpathSync(projectDir), realpathSync(dir)).split(sep).join('/');
  return { libraries: openLibraries(projectDir), packagePath };
}

/** esbuild's message about a top-level await. */
const WAITS = /^Top-level await is currently not supported/;

type Outcome =
  | { readonly problems: ReturnType<typeof readMessages> }
  | { readonly outputFiles: readonly OutputFile[]; readonly warnings: readonly Message[] };

/**
 * A program can be written so that parsing it never ends: then esbuild's process is ended. That ends other builds of this
 * process too, which their own limits report.
 */
async function withinLimit(limitMs: number, build: () => Promise<Bundled>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late');
  });
  try {
    const outcome = await Promise.race([build(), timeout]);
    if (outcome !== 'late') return outcome;
    await stopBundler();
    return gaveUp(`was not done after ${limitMs} ms. ${SIMPLER}`);
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors !== undefined) return { problems: readMessages(errors) };
    // The next build starts a new process.
    await stopBundler();
    const [message = ''] = (error as Error).message.split('\n');
    const remedy = message.startsWith('The service ')
      ? SIMPLER
      : 'See that it can be read, and that esbuild is installed.';
    return gaveUp(`ended: ${message.replace(/\.$/, '')}. ${remedy}`);
  } finally {
    clearTimeout(timer);
  }
}

const SIMPLER = 'Make the module, or the library it imports, simpler.';

function gaveUp(detail: string): Outcome {
  return { problems: [aboutNoFile(`Building ${detail}`)] };
}

/** The source map with paths relative to the package, such as `handler.ts`. */
function relativeSources(text: string): string {
  const map = JSON.parse(text) as { sources?: readonly string[] };
  const sources = map.sources?.map((source) => source.replace(new RegExp(`^(?:${PACKAGE}|${LIBRARY}):`), ''));
  return `${JSON.stringify({ ...map, sources })}\n`;
}
