import { readFileSync, type Stats, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** One bundle that was loaded, and where what V8 made of it is kept. */
export interface LoadedBundle {
  readonly script: Script;
  readonly cacheFile: string;
  /** What kept code of this bundle, and of no other, begins with. */
  readonly seal: Buffer;
  readonly owner: number;
  /** How many calls the kept code comes from; 0 = none was kept. */
  readonly calls: number;
}

export const loadedBundles: LoadedBundle[] = [];

const FOLDER = `${import.meta.dirname}/code-cache`;
const SEAL_BYTES = 32;
/** Behind the seal stands, as a number of eight bytes, from how many calls the code comes. */
const HEAD_BYTES = SEAL_BYTES + 8;
const WRITABLE_BY_OTHERS = 0o022;
const QUIETLY = { throwIfNoEntry: false } as const;
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

function compile(filename: string): Script {
  const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, 'utf8')}\n})`;
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] === '1') return new Script(source, { filename });
  const bundle = statSync(filename);
  const name = filename.slice(import.meta.dirname.length + 1, -'.cjs'.length);
  const cacheFile = `${FOLDER}/${name}-${process.version}-${process.arch}.bin`;
  const seal = sealOf(bundle);
  const kept = readKeptCode(cacheFile, seal, bundle.uid);
  const script = new Script(source, { filename, ...(kept && { cachedData: kept.subarray(HEAD_BYTES) }) });
  const calls = kept === undefined || script.cachedDataRejected ? 0 : kept.readDoubleLE(SEAL_BYTES);
  loadedBundles.push({ script, cacheFile, seal, owner: bundle.uid, calls });
  return script;
}

function sealOf({ ctimeMs, mtimeMs, size, ino }: Stats): Buffer {
  return Buffer.from(new Float64Array([ctimeMs, mtimeMs, size, ino]).buffer);
}

/** V8 looks at version and length, not at the bytes: those are vouched for by how the file is written, and by whom. */
function readKeptCode(file: string, seal: Buffer, owner: number): Buffer | undefined {
  try {
    const facts = statSync(file, QUIETLY);
    if (facts === undefined || facts.uid !== owner || (facts.mode & WRITABLE_BY_OTHERS) !== 0)
      return undefined;
    const kept = readFileSync(file);
    return kept.length > HEAD_BYTES && seal.equals(kept.subarray(0, SEAL_BYTES)) ? kept : undefined;
  } catch {
    return undefined;
  }
}
