import { join } from 'node:path';
import { issue } from '@hookmd/core/errors';
import { newTraceIds, ulid } from '@hookmd/core/event-log';
import { type EventName, type HookRun, isFailed, isToolEvent, type JsonObject } from '@hookmd/core/events';
import { type ActiveHook, joinParts } from '@hookmd/core/hook-index';
import { findTool, toolVocabulary } from '@hookmd/core/matching';
import { claude } from '@hookmd/core/protocols';
import type { HookStatus } from '@hookmd/core/registry';
import { completeEvent, dispatch, localHost } from '@hookmd/core/runtime';
import { killGroupsOf, makeDirectory } from '@hookmd/core/system';
import { callModel } from '../../handlers/call-model.ts';
import { causesOf } from '../../hooks/causes.ts';
import { expectedHooks, type Facts, type Finding } from './check.ts';

/** The run of a hook on a sample of one of its events. */
export interface TestEvent {
  readonly event: EventName;
  readonly run: HookRun;
}

/**
 * Runs the approved version of a hook once for each of its events, on a sample payload and with `HOOK_TEST_EVENT=1` in its environment.
 * Its matcher and condition do not apply. Nothing is logged or counted by the circuit breaker.
 */
export async function dispatchTestEvents(
  facts: Facts,
  status: HookStatus,
): Promise<{ readonly testEvents: readonly TestEvent[]; readonly findings: readonly Finding[] }> {
  const { qualifiedName } = status.record;
  const hook = expectedHooks(facts).find((expected) => expected.qualifiedName === qualifiedName);
  if (hook === undefined) {
    const reason = (await causesOf(status))[0]?.message ?? 'it is not in the hook index';
    const finding = issue('TEST_EVENT_NOT_RUN', { name: qualifiedName, reason: reason.replace(/\.$/, '') });
    return { testEvents: [], findings: [{ ...finding, hook: qualifiedName }] };
  }
  const testEvents: TestEvent[] = [];
  for (const { event } of hook.events) testEvents.push(...(await dispatchSample(facts, hook, event)));
  return { testEvents, findings: testEvents.flatMap(failureOf) };
}

async function dispatchSample(
  { inventory, environment, expected }: Facts,
  hook: ActiveHook,
  event: EventName,
): Promise<readonly TestEvent[]> {
  const { places } = inventory;
  const fixedEnv = { ...hook.fixedEnv, HOOK_TEST_EVENT: '1' };
  const sampled: ActiveHook = { ...hook, matcher: { kind: 'any' }, condition: null, needs: [], fixedEnv };
  const host = localHost(claude);
  const completion = completeEvent(host.format.readEvent(samplePayload(hook, event), event), {
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
    set: { ...joinParts([expected.user]), hooks: [sampled], inactive: [] },
    host,
    environment,
    traceId,
    spanId,
    owner,
    breakers: { isOpen: () => false, settle: () => {} },
    dataDir: ({ name }) => {
      const dir = join(places.stateDir, 'data', 'test-event', name);
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
      ...issue(run.outcome === 'skipped' ? 'TEST_EVENT_NOT_RUN' : 'TEST_EVENT_FAILED', facts),
      hook: run.qualifiedName,
    },
  ];
}

/** Harmless for whatever handler uses them. */
const SAMPLES: Readonly<Record<string, JsonObject[string]>> = {
  command: 'true',
  file_path: 'hookmd-test-event.txt',
  notebook_path: 'hookmd-test-event.ipynb',
  path: '.',
  pattern: 'test-event',
  url: 'https://example.com/',
  query: 'test-event',
};

/** A payload of this event, with a tool from the hook's matcher if it names one. `completeEvent` adds the other fields. */
function samplePayload({ matcher }: ActiveHook, event: EventName): JsonObject {
  const session = { session_id: 'test-event', hook_event_name: event };
  if (!isToolEvent(event))
    return { ...session, prompt: 'This is a test event.', message: 'This is a test event.' };
  const names = matcher.kind === 'names' ? matcher.names : [];
  const tool =
    names.find((name) => toolVocabulary.includes(name) && findTool(name) !== undefined) ??
    names.find((name) => name.startsWith('mcp__')) ??
    'Bash';
  const required = Object.entries(findTool(tool)?.required ?? {});
  const input = required.map(([key, type]) => [key, SAMPLES[key] ?? (type === 'array' ? [] : 'test-event')]);
  return {
    ...session,
    tool_name: tool,
    tool_input: Object.fromEntries(input),
    tool_response: { stdout: 'test-event' },
  };
}
