import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import {
  areTexts,
  decodeUtf8,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../events/json.ts';
import { readPlainFile } from '../state/files.ts';

const MAX_BYTES = 1024 * 1024;
const LIBRARY = '@opencode-ai/plugin';
const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies'];
const CONDITIONS = ['import', 'node', 'default'];

/** The module of a package of npm that is a plugin of OpenCode, relative to it; null = it is none. */
export function findPluginModule(dir: string): string | null {
  const value = readPackageFile(dir);
  if (value === null || !isOfOpencode(value)) return null;
  const { exports, module, main } = value;
  const candidates = [
    at(exports, './server'),
    at(exports, '.'),
    target(exports),
    module,
    main,
    'index.ts',
    'index.js',
  ];
  const paths = candidates.flatMap((path) => (typeof path === 'string' ? [posix.normalize(path)] : []));
  return paths.find((path) => /^(?!\.\.\/|\/).*\.[jt]s$/.test(path) && existsSync(`${dir}/${path}`)) ?? null;
}

function readPackageFile(dir: string): JsonObject | null {
  try {
    const value = parseJson(decodeUtf8(readPlainFile(`${dir}/package.json`, MAX_BYTES)) ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isOfOpencode(value: JsonObject): boolean {
  const { keywords } = value;
  return (
    DEPENDENCIES.some((key) => isJsonObject(value[key]) && Object.hasOwn(value[key], LIBRARY)) ||
    (areTexts(keywords) && keywords.includes('opencode-plugin'))
  );
}

function at(exports: JsonValue | undefined, name: string): string | undefined {
  return isJsonObject(exports) ? target(exports[name]) : undefined;
}

/** The file that Node would import. */
function target(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return undefined;
  const condition = CONDITIONS.find((name) => value[name] !== undefined);
  return condition === undefined ? undefined : target(value[condition]);
}
