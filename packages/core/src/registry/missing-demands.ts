import { eventNames, eventRow } from '../events/events.ts';
import type { ActiveHook, PolicyDemand } from './active-set.ts';

/** By this name a decision says that the policy made it. */
export const POLICY_HOOK = 'managed/policy.yaml';

/**
 * One hook for each demand that no active hook meets: it must agree and cannot, so that what it is for is blocked, by
 * the way of every hook that fails closed. A required observer decides nothing itself: without it nothing goes on either.
 */
export function missingDemands(
  demands: readonly PolicyDemand[],
  hooks: readonly ActiveHook[],
): readonly ActiveHook[] {
  return demands.filter((demand) => !hooks.some((hook) => meets(hook, demand))).map(rejectionOf);
}

function meets(hook: ActiveHook, { name, digest }: PolicyDemand): boolean {
  const isMeant = hook.name === name || hook.qualifiedName === name;
  return isMeant && hook.digest === digest && hook.notRunnable === null && hook.unmet.length === 0;
}

function rejectionOf({ events, message }: PolicyDemand): ActiveHook {
  const gates = eventNames.filter((name) => eventRow(name).class === 'gate');
  const known = gates.filter((name) => events === null || events.includes(name));
  return {
    name: 'policy.yaml',
    qualifiedName: POLICY_HOOK,
    source: 'managed',
    digest: null,
    mode: 'command',
    recipe: null,
    convention: 'hookmd',
    packageDir: '',
    argv: null,
    notRunnable: message,
    events: known.map((event) => ({
      event,
      name: event,
      permits: eventRow(event).permits,
      modify: null,
      isAsync: false,
    })),
    matcher: { kind: 'any' },
    condition: null,
    priority: 0,
    timeoutMs: 1_000,
    asyncTimeoutMs: 1_000,
    once: null,
    contexts: ['*'],
    onFailure: 'block',
    merge: 'replace',
    redactKeys: [],
    preApprove: false,
    observe: 'no',
    recheck: false,
    needs: [],
    requiredEnv: [],
    grantedEnv: [],
    fixedEnv: {},
    options: {},
    enforcement: 'enforce',
    hasChanged: false,
    // Not only as not runnable: what the machine lacks is no failure of a hook, and opens no breaker.
    unmet: [{ code: 'POLICY_REQUIRED', message, remedy: '' }],
  };
}
