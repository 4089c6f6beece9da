import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import type { RegistrationReview, ReviewedHook } from '../registration.ts';

/** Codex lists its hooks, computes their digests and writes them. */
export const review: RegistrationReview = {
  argv: ['codex', 'app-server'],
  file: 'config.toml',
  directoryVariable: 'CODEX_HOME',
  greet: (version) => ({
    method: 'initialize',
    parameters: { clientInfo: { name: 'hookmd', title: 'HookMD', version } },
  }),
  greeted: 'initialized',
  list: (directory) => ({ method: 'hooks/list', parameters: { cwds: [directory] } }),
  readList: (response) =>
    listsIn(response, 'data').flatMap((group) => listsIn(group, 'hooks').flatMap(readHook)),
  trust(hooks) {
    const value = Object.fromEntries(hooks.map(({ key, hash }) => [key, { trusted_hash: hash }]));
    return write([{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }]);
  },
  distrust: (hooks) =>
    write(
      hooks.map(({ key }) => ({
        keyPath: `hooks.state.${JSON.stringify(key)}`,
        value: null,
        mergeStrategy: 'replace',
      })),
    ),
};

function write(edits: JsonValue): ReturnType<RegistrationReview['trust']> {
  return { method: 'config/batchWrite', parameters: { edits } };
}

function readHook(hook: JsonValue): readonly ReviewedHook[] {
  if (!isJsonObject(hook)) return [];
  const { key, currentHash: hash, command, sourcePath: path, trustStatus } = hook;
  if (typeof key !== 'string' || typeof hash !== 'string' || typeof command !== 'string') return [];
  return [{ key, hash, command, path: String(path), isTrusted: trustStatus === 'trusted' }];
}

function listsIn(value: JsonValue, key: string): readonly JsonValue[] {
  const list = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}
