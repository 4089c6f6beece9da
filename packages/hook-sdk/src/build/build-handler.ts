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

export interface BuildSettings {
  /** Folder of the built SDK that becomes part of the handler; default: the one this module belongs to. */
  readonly sdkDir?: string;
  readonly limitMs?: number;
  /**
   * Folder of the npm project around the package: libraries that the package does not have are taken from its `node_modules`.
   * For who makes a package ready to ship; what is approved is built of the package alone, which is the default.
   */
  readonly projectDir?: string;
}

/**
 * Makes of a handler module and all that it imports one module that needs nothing but Node.
 *
 * Executes nothing of the package, reads nothing outside of it, the SDK and libraries of `projectDir`, writes nothing. The same
 * sources give the same bytes, wherever they lie. What is wrong is in the result, all of it; never rejects.
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

/** `waits` = it cannot be a CommonJS module, for this and no other reason. */
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
  const [code, map] = [outcome.outputFiles.find((one) => !isMap(one)), outcome.outputFiles.find(isMap)];
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
    // It would be looked for when the handler runs, beside a file that lies elsewhere then.
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

/** How esbuild says that a module waits at its top level. */
const WAITS = /^Top-level await is currently not supported/;

type Outcome =
  | { readonly problems: ReturnType<typeof readMessages> }
  | { readonly outputFiles: readonly OutputFile[]; readonly warnings: readonly Message[] };

/**
 * A program can be written so that reading it takes for ever: then the process that reads it is ended. What it was
 * asked stays without an answer, other builds of this process too: their own limits end those.
 */
async function withinLimit(limitMs: number, build: () => Promise<Bundled>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late');
  });
  try {
    const outcome = await Promise.race([build(), late]);
    if (outcome !== 'late') return outcome;
    await stopBundler();
    return gaveUp(`was not done after ${limitMs} ms. ${SIMPLER}`);
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors !== undefined) return { problems: readMessages(errors) };
    // What ended would answer no later build either; the next one starts it anew.
    await stopBundler();
    const [said = ''] = (error as Error).message.split('\n');
    const remedy = said.startsWith('The service ')
      ? SIMPLER
      : 'See that it can be read, and that esbuild is installed.';
    return gaveUp(`ended: ${said.replace(/\.$/, '')}. ${remedy}`);
  } finally {
    clearTimeout(timer);
  }
}

const SIMPLER = 'Make the module, or the library it imports, simpler.';

function gaveUp(detail: string): Outcome {
  return { problems: [aboutNoFile(`Building ${detail}`)] };
}

/** Sources by their path in the package, `handler.ts`, as people know them. */
function relativeSources(text: string): string {
  const map = JSON.parse(text) as { sources?: readonly string[] };
  const sources = map.sources?.map((source) => source.replace(new RegExp(`^(?:${PACKAGE}|${LIBRARY}):`), ''));
  return `${JSON.stringify({ ...map, sources })}\n`;
}
