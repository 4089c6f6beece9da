import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { MOST_LESSONS, readKeptCode, sealOf } from './kept-code-file.ts';

/** One bundle that was loaded, and where what V8 made of it is kept. */
export interface LoadedBundle {
  readonly script: Script;
  readonly cacheFile: string;
  /** What kept code of this bundle, and of no other, begins with. */
  readonly seal: Buffer;
  readonly owner: number;
  /** The ways of the calls that taught nothing new; none where nothing was kept. */
  readonly lessons: readonly number[];
  /** V8 did not take what was kept: its like is not to be learnt from. */
  readonly isRejected: boolean;
}

const loadedBundles: LoadedBundle[] = [];

const FOLDER = `${import.meta.dirname}/code-cache`;
/** A function is compiled when it is first called: a way is known when so many calls on it met nothing new. */
const LESSONS_OF_A_WAY = 2;
const modules = new Map<string, { exports: unknown }>();

/**
 * Loads a bundle that lies beside this one, with the code that V8 made of it the last time: that is most of what
 * a short command waits for. `path` is `./commands-run.cjs`, the name of a module of Node,
 * or of what is installed beside us.
 *
 * Kept code is used only where it lies beside the bundle it was made from, belongs to the same owner and is written by
 * nobody else: who can forge it can as well rewrite the bundle. Source: docs/decisions/0015.
 */
export function loadBundle(path: string): unknown {
  if (!path.startsWith('./'))
    return process.getBuiltinModule(path) ?? createRequire(import.meta.filename)(path);
  const loaded = modules.get(path);
  if (loaded !== undefined) return loaded.exports;
  const module = { exports: {} };
  modules.set(path, module);
  const filename = `${import.meta.dirname}/${path.slice(2)}`;
  compile(filename).runInThisContext()(module.exports, loadBundle, module, filename, import.meta.dirname);
  return module.exports;
}

/**
 * The way a call went: by all it has loaded and what it ended with. A call that fails early loads other bundles than one
 * that comes to its end, so that what the first kind teaches is not taken for all there is.
 */
export function wayOf(status: number): number {
  let way = 0x811c9dc5 ^ status;
  for (const { cacheFile } of loadedBundles) {
    for (let at = FOLDER.length; at < cacheFile.length; at += 1)
      way = Math.imul(way ^ cacheFile.charCodeAt(at), 0x01000193);
  }
  return way >>> 0 || 1;
}

/** The bundles of this call that may not hold yet what is compiled on this way. */
export function bundlesThatLearn(way: number): LoadedBundle[] {
  return loadedBundles.filter(({ lessons }) => {
    if (lessons.length >= MOST_LESSONS) return false;
    return lessons.filter((known) => known === way).length < LESSONS_OF_A_WAY;
  });
}

function compile(filename: string): Script {
  const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, 'utf8')}\n})`;
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] === '1') return new Script(source, { filename });
  const bundle = statSync(filename);
  const name = filename.slice(import.meta.dirname.length + 1, -'.cjs'.length);
  const cacheFile = `${FOLDER}/${name}-${process.version}-${process.arch}${flagsTag()}.bin`;
  const seal = sealOf(bundle);
  const kept = readKeptCode(cacheFile, seal, bundle.uid);
  const script = new Script(source, { filename, ...(kept && { cachedData: kept.code }) });
  const isRejected = script.cachedDataRejected === true;
  const lessons = kept === undefined || isRejected ? [] : kept.lessons;
  loadedBundles.push({ script, cacheFile, seal, owner: bundle.uid, lessons, isRejected });
  return script;
}

/** V8 takes no code that was made under other flags. Whoever has some keeps code of their own, and leaves that of the others. */
function flagsTag(): string {
  if (process.execArgv.length === 0 && !process.env['NODE_OPTIONS']) return '';
  const { cachedDataVersionTag } = createRequire(import.meta.filename)('node:v8') as typeof import('node:v8');
  return `-${cachedDataVersionTag().toString(36)}`;
}
