import type { Builtin } from '../executors/builtins/builtin.ts';
import { builtins } from '../executors/builtins/index.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { PackageRecord } from './inventory.ts';

/** The built-in hooks as packages without a folder: they are listed, switched off and asked like any other. */
export function builtinRecords(): readonly PackageRecord[] {
  return builtins.map((builtin) => ({
    manifest: manifestOf(builtin),
    partial: { name: builtin.name, description: builtin.about, events: [builtin.event] },
    issues: [],
    versions: [],
    program: null,
    files: [],
    digest: null,
    root: { kind: 'packages', source: 'builtin', dir: '', realDir: '' },
    folder: '',
    dir: '',
    manifestPath: '',
    path: '',
    name: builtin.name,
    qualifiedName: `builtin:${builtin.name}`,
    shadowedBy: null,
    isVanished: false,
  }));
}

function manifestOf({ name, about, event, recipe }: Builtin): Omit<Manifest, 'body'> {
  return {
    name,
    description: about,
    version: null,
    homepage: null,
    events: [{ name: event, events: [event] }],
    convention: 'hookmd',
    handler: { mode: 'builtin', recipe },
    timeoutMs: null,
    matcher: null,
    condition: null,
    modify: { [event]: { messages: true } },
    merge: 'replace',
    redactKeys: [],
    preApprove: false,
    observe: 'no',
    recheck: true,
    needs: [],
    priority: 0,
    onFailure: 'continue',
    isAsync: false,
    asyncTimeoutMs: null,
    once: 'no',
    contexts: [],
    statusMessage: null,
    requires: { os: [], arch: [], bins: [], anyBins: [], env: [], node: null, hookmd: null },
    env: [],
    isolation: 'off',
    options: null,
    enabled: true,
  };
}
