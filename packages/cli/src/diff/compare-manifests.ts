import { isDeepStrictEqual } from 'node:util';
import { failsClosed, type Manifest } from '@hookmd/core/manifest';
import {
  describeChanges,
  describeCommands,
  describeHandler,
  describeMs,
  describeProtocol,
} from '../hooks/describe.ts';

type Declared = Omit<Manifest, 'body'>;

/** One thing that a hook does otherwise than before. */
export interface FactChange {
  /** The key of the manifest. */
  readonly key: string;
  /** A description; null = not set. */
  readonly was: string | null;
  readonly now: string | null;
}

interface Fact {
  /** As a manifest spells it. */
  readonly key: string;
  readonly describe: (manifest: Declared) => string | null;
}

/** What matters most comes first. Every key of a manifest has its row: what is forgotten here does not compile. */
const facts: { readonly [K in keyof Declared]: Fact } = {
  events: { key: 'events', describe: ({ events }) => list(events.map(({ name }) => name)) },
  matcher: { key: 'matcher', describe: ({ matcher }) => matcher },
  condition: { key: 'if', describe: ({ condition }) => condition },
  handler: { key: 'runs', describe: handlerOf },
  protocol: { key: 'protocol', describe: describeProtocol },
  modify: { key: 'modify', describe: (manifest) => list(describeChanges(manifest)) },
  merge: { key: 'merge', describe: ({ merge }) => merge },
  redactKeys: { key: 'redactKeys', describe: ({ redactKeys }) => list(redactKeys) },
  preApprove: { key: 'preApprove', describe: ({ preApprove }) => String(preApprove) },
  observe: { key: 'observe', describe: ({ observe }) => observe },
  recheck: { key: 'recheck', describe: ({ recheck }) => String(recheck) },
  onFailure: {
    key: 'onFailure',
    describe: (manifest) => (failsClosed(manifest) ? 'a failure blocks' : 'the call proceeds if it fails'),
  },
  timeoutMs: { key: 'timeout', describe: ({ timeoutMs }) => orNull(timeoutMs, describeMs) },
  isolation: { key: 'isolation', describe: ({ isolation }) => isolation },
  env: { key: 'env', describe: ({ env }) => list(env) },
  requires: { key: 'requires', describe: ({ requires }) => requirementsOf(requires) },
  needs: { key: 'needs', describe: ({ needs }) => list(needs) },
  priority: { key: 'priority', describe: ({ priority }) => String(priority) },
  isAsync: { key: 'async', describe: ({ isAsync }) => String(isAsync) },
  asyncTimeoutMs: {
    key: 'asyncTimeout',
    describe: ({ asyncTimeoutMs }) => orNull(asyncTimeoutMs, describeMs),
  },
  once: { key: 'once', describe: ({ once }) => once },
  contexts: { key: 'contexts', describe: ({ contexts }) => list(contexts) },
  options: {
    key: 'options',
    describe: ({ options }) => orNull(options, (optionsSchema) => JSON.stringify(optionsSchema)),
  },
  enabled: { key: 'enabled', describe: ({ enabled }) => String(enabled) },
  version: { key: 'version', describe: ({ version }) => version },
  name: { key: 'name', describe: ({ name }) => name },
  description: { key: 'description', describe: ({ description }) => description || null },
  homepage: { key: 'homepage', describe: ({ homepage }) => homepage },
  statusMessage: { key: 'statusMessage', describe: ({ statusMessage }) => statusMessage },
};

/** The differences of two manifests, described for the user who approves them. Pure. */
export function compareManifests(before: Declared, after: Declared): readonly FactChange[] {
  return (Object.keys(facts) as (keyof Declared)[]).flatMap((name): readonly FactChange[] => {
    if (isDeepStrictEqual(before[name], after[name])) return [];
    const { key, describe: message } = facts[name];
    const was = message(before);
    const now = message(after);
    // Where the descriptions are equal, the data shows the difference.
    if (was === now)
      return [{ key, was: JSON.stringify(before[name]) ?? null, now: JSON.stringify(after[name]) ?? null }];
    return [{ key, was, now }];
  });
}

function handlerOf(manifest: Declared): string {
  const { handler } = manifest;
  const shell = handler.mode === 'command' && handler.shell ? ', in a shell' : '';
  return [`${handler.mode}: ${describeHandler(manifest)}${shell}`, ...describeCommands(manifest)].join('; ');
}

function requirementsOf(requires: Manifest['requires']): string | null {
  const parts = Object.entries(requires).flatMap(([kind, want]) => {
    const text = typeof want === 'string' ? want : list(want ?? []);
    return text === null ? [] : [`${kind} ${text}`];
  });
  return list(parts);
}

function list(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.join(', ');
}

function orNull<T>(value: T | null, print: (value: T) => string): string | null {
  return value === null ? null : print(value);
}
