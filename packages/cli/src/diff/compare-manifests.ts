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
  /** The key of the manifest that says it. */
  readonly key: string;
  /** In words; null = nothing was said. */
  readonly was: string | null;
  readonly now: string | null;
}

interface Fact {
  /** As a manifest spells it. */
  readonly key: string;
  readonly says: (manifest: Declared) => string | null;
}

/** What matters most comes first. Every key of a manifest has its row: what is forgotten here does not compile. */
const facts: { readonly [K in keyof Declared]: Fact } = {
  events: { key: 'events', says: ({ events }) => list(events.map(({ name }) => name)) },
  matcher: { key: 'matcher', says: ({ matcher }) => matcher },
  condition: { key: 'if', says: ({ condition }) => condition },
  handler: { key: 'runs', says: handlerOf },
  convention: { key: 'protocol', says: describeProtocol },
  modify: { key: 'modify', says: (manifest) => list(describeChanges(manifest)) },
  merge: { key: 'merge', says: ({ merge }) => merge },
  redactKeys: { key: 'redactKeys', says: ({ redactKeys }) => list(redactKeys) },
  preApprove: { key: 'preApprove', says: ({ preApprove }) => String(preApprove) },
  observe: { key: 'observe', says: ({ observe }) => observe },
  recheck: { key: 'recheck', says: ({ recheck }) => String(recheck) },
  onFailure: {
    key: 'onFailure',
    says: (manifest) => (failsClosed(manifest) ? 'a failure blocks' : 'a failure lets the call go on'),
  },
  timeoutMs: { key: 'timeout', says: ({ timeoutMs }) => orNull(timeoutMs, describeMs) },
  isolation: { key: 'isolation', says: ({ isolation }) => isolation },
  env: { key: 'env', says: ({ env }) => list(env) },
  requires: { key: 'requires', says: ({ requires }) => requirementsOf(requires) },
  needs: { key: 'needs', says: ({ needs }) => list(needs) },
  priority: { key: 'priority', says: ({ priority }) => String(priority) },
  isAsync: { key: 'async', says: ({ isAsync }) => String(isAsync) },
  asyncTimeoutMs: { key: 'asyncTimeout', says: ({ asyncTimeoutMs }) => orNull(asyncTimeoutMs, describeMs) },
  once: { key: 'once', says: ({ once }) => once },
  contexts: { key: 'contexts', says: ({ contexts }) => list(contexts) },
  options: {
    key: 'options',
    says: ({ options }) => orNull(options, (optionsSchema) => JSON.stringify(optionsSchema)),
  },
  enabled: { key: 'enabled', says: ({ enabled }) => String(enabled) },
  version: { key: 'version', says: ({ version }) => version },
  name: { key: 'name', says: ({ name }) => name },
  description: { key: 'description', says: ({ description }) => description || null },
  homepage: { key: 'homepage', says: ({ homepage }) => homepage },
  statusMessage: { key: 'statusMessage', says: ({ statusMessage }) => statusMessage },
};

/** What two manifests say otherwise, in words, as a person who approves it should read it. Pure. */
export function compareManifests(before: Declared, after: Declared): readonly FactChange[] {
  return (Object.keys(facts) as (keyof Declared)[]).flatMap((name): readonly FactChange[] => {
    if (isDeepStrictEqual(before[name], after[name])) return [];
    const { key, says: message } = facts[name];
    const was = message(before);
    const now = message(after);
    // Where words would hide the difference, the data says it.
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
