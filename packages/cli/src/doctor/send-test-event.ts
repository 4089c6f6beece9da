import { join } from 'node:path';
import { issue } from '@hookmd/core/errors';
import { newTraceIds, ulid } from '@hookmd/core/event-log';
import { type EventName, type HookRun, isFailed } from '@hookmd/core/events';
import { type ActiveHook, joinParts } from '@hookmd/core/hook-index';
import { claude } from '@hookmd/core/protocols';
import type { HookStatus } from '@hookmd/core/registry';
import { completeEvent, dispatch, localHost } from '@hookmd/core/runtime';
import { killGroupsOf, makeDirectory } from '@hookmd/core/system';
import { callModel } from '../handlers/call-model.ts';
import { causesOf } from '../hooks/causes.ts';
import { samplePayload } from './sample-payload.ts';
import type { Finding, Patient } from './section.ts';

/** What one hook came to on a sample of one of its events. */
export interface TestEvent {
  readonly event: EventName;
  readonly run: HookRun;
}

export interface Drilled {
  readonly drills: readonly TestEvent[];
  readonly findings: readonly Finding[];
}

/**
 * Really runs a hook, its approved bytes and no others, once for each of its events, on a made-up payload and with
 * `HOOK_DRILL=1` in its environment. Its matcher and its condition are not asked.
 *
 * Nothing of it is recorded: it opens no breaker and is no last run.
 */
export async function dispatchTestEvent(patient: Patient, status: HookStatus): Promise<Drilled> {
  const { qualifiedName } = status.record;
  const { user, project } = patient.expected;
  const hook = [...user.hooks, ...project.hooks].find((one) => one.qualifiedName === qualifiedName);
  if (hook === undefined) {
    const reason = (await causesOf(status))[0]?.message ?? 'it is in no active set';
    const finding = issue('DRILL_NOT_RUN', { name: qualifiedName, reason: reason.replace(/\.$/, '') });
    return { drills: [], findings: [{ ...finding, hook: qualifiedName }] };
  }
  const drills: TestEvent[] = [];
  for (const { event } of hook.events) drills.push(...(await drill(patient, hook, event)));
  return { drills, findings: drills.flatMap((one) => failureOf(one)) };
}

async function drill(
  { seen, environment, expected }: Patient,
  hook: ActiveHook,
  event: EventName,
): Promise<readonly TestEvent[]> {
  const { places } = seen;
  const fixedEnv = { ...hook.fixedEnv, HOOK_DRILL: '1' };
  const drilled: ActiveHook = { ...hook, matcher: { kind: 'any' }, condition: null, needs: [], fixedEnv };
  const host = localHost(claude);
  const completion = completeEvent(host.wire.readEvent(samplePayload(hook, event), event), {
    event,
    eventId: ulid(Date.now()),
    agent: 'doctor',
    cwd: places.projectDir,
    projectDir: () => places.projectDir,
  });
  if ('problems' in completion) throw new Error(completion.problems.join('; '));
  const { traceId, spanId } = newTraceIds();
  const owner = {};
  const { decision } = await dispatch({
    models: { call: callModel, environment },
    event: completion.event,
    set: { ...joinParts([expected.user]), hooks: [drilled], inactive: [] },
    host,
    environment,
    traceId,
    spanId,
    owner,
    breakers: { isOpen: () => false, settle: () => {} },
    dataDir: ({ name }) => {
      const dir = join(places.stateDir, 'data', 'drill', name);
      makeDirectory(dir);
      return dir;
    },
  });
  killGroupsOf(owner);
  return decision.hooks.filter((run) => run.phase !== 'recheck').map((run) => ({ event, run }));
}

function failureOf({ event, run }: TestEvent): readonly Finding[] {
  if (!isFailed(run) && run.outcome !== 'skipped') return [];
  const reason = (run.reason ?? run.cause ?? 'no reason given').replace(/\.$/, '');
  const facts = { name: run.qualifiedName, event, reason };
  return [
    {
      ...issue(run.outcome === 'skipped' ? 'DRILL_NOT_RUN' : 'DRILL_FAILED', facts),
      hook: run.qualifiedName,
    },
  ];
}
