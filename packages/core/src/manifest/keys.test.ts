import { describe, expect, it } from 'vitest';
import { type ManifestKey, manifestKeyNames, manifestKeys } from './keys.ts';
import { parseManifest } from './parse.ts';

const files = ['handler.ts'];
/** Keys whose example would leave others without effect. */
const alone: readonly ManifestKey[] = ['async', 'observe', 'redactKeys'];
const modeKeys: readonly ManifestKey[] = ['command', 'handler', 'url', 'prompt', 'agent'];
/** What stands beside the example of a key so that it means something; the rest goes with `command`. */
const companions: Partial<Record<ManifestKey, readonly ManifestKey[]>> = {
  headers: ['url'],
  shape: ['url'],
  model: ['prompt'],
  commands: ['agent'],
  modify: ['command', 'handler', 'url'],
  merge: ['command', 'handler', 'url'],
  recheck: ['command', 'handler', 'url'],
};

function read(keys: readonly ManifestKey[], extra: readonly string[] = []) {
  const lines = [...new Set(keys)].map((key) => manifestKeys[key].example);
  return parseManifest(Buffer.from(`---\n${[...lines, ...extra].join('\n')}\n---\n`), {
    path: 'HOOK.md',
    directoryName: 'h',
    files,
  });
}

describe('the example of a key', () => {
  it('stands in the table under its own key', () => {
    for (const key of manifestKeyNames) expect(manifestKeys[key].example).toMatch(new RegExp(`^${key}: .`));
  });

  it.each(modeKeys)('is valid together with all others that go with `%s`', (mode) => {
    const rest = manifestKeyNames.filter(
      (key) => !modeKeys.includes(key) && key !== 'type' && !alone.includes(key),
    );
    const fitting = rest.filter((key) => companions[key]?.includes(mode) ?? key !== 'shell');
    const reading = read([mode, ...fitting, ...(mode === 'command' ? (['shell', 'type'] as const) : [])]);
    expect(reading.issues).toEqual([]);
    expect(reading.manifest).not.toBeNull();
  });

  it('of `async` is valid where nothing is to be decided', () => {
    expect(read(['async', 'asyncTimeout', 'events', 'command', 'once']).issues).toEqual([]);
  });

  it('of `observe` is valid where nothing is to be decided', () => {
    expect(read(['observe', 'events', 'command', 'once']).issues).toEqual([]);
  });

  it('of `redactKeys` is valid where `redact` is declared', () => {
    const extra = ['events: [PreModelCall]', 'modify: { PreModelCall: redact }'];
    expect(read(['redactKeys', 'command'], extra).issues).toEqual([]);
  });
});
