import { type EventName, eventRow } from '../events/events.ts';
import type { ModifySpec } from '../events/modify-spec.ts';
import type { Callback } from '../executors/executor.ts';
import { parseMatcher } from '../matching/matcher.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';

interface HookFacts extends Partial<Omit<ActiveHook, 'matcher' | 'events' | 'callback'>> {
  readonly matcher?: string;
  readonly on?: EventName;
  readonly modify?: ModifySpec | null;
  readonly isAsync?: boolean;
}

/** Makes a hook that is a function, for tests: by default one for `PreToolUse` that may change every argument. */
export function makeHook(run: Callback, facts: HookFacts = {}): ActiveHook {
  const { matcher = '', on = 'PreToolUse', modify = { input: ['*'] }, isAsync = false, ...rest } = facts;
  const compiled = parseMatcher(matcher);
  if ('error' in compiled) throw new Error(compiled.error);
  const { name = 'hook' } = rest;
  return {
    name,
    qualifiedName: `code/${name}`,
    source: 'code',
    digest: null,
    mode: 'callback',
    hostAction: null,
    protocol: 'claude',
    packageDir: '',
    argv: [name],
    notRunnable: null,
    callback: run,
    events: [{ event: on, name: on, permits: eventRow(on).permits, modify, isAsync }],
    matcher: compiled,
    condition: null,
    priority: 0,
    timeoutMs: 10_000,
    asyncTimeoutMs: 10_000,
    once: null,
    contexts: [],
    onFailure: 'continue',
    merge: 'replace',
    redactKeys: [],
    preApprove: true,
    observe: 'no',
    recheck: true,
    needs: [],
    requiredEnv: [],
    grantedEnv: [],
    fixedEnv: {},
    options: {},
    enforcement: 'enforce',
    hasChanged: false,
    missing: [],
    ...rest,
  };
}
