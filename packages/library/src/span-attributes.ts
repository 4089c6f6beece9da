import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Decision } from '@hookmd/core/internal/protocol/decision';
import type { HookEvent } from '@hookmd/core/internal/protocol/event';
import { type HookRun, isFailed } from '@hookmd/core/internal/protocol/outcome';
import type { ActiveHook } from '@hookmd/core/internal/registry/active-set';

/** As OpenTelemetry takes them. */
export type Attributes = Record<string, string | number | boolean | string[]>;

const MAX_TEXT = 256;

/** What is known before anybody is asked. Names and ids, never a value of the payload. */
export function eventAttributes(event: HookEvent): Attributes {
  const { tool_name: tool, tool_use_id: call } = event;
  return {
    'hooks.event': event.hook_event_name,
    'gen_ai.conversation.id': name(event.session_id),
    ...(tool === undefined ? {} : { 'gen_ai.tool.name': name(tool) }),
    ...(typeof call === 'string' && call !== '' ? { 'gen_ai.tool.call.id': name(call) } : {}),
  };
}

export function decisionAttributes(decision: Decision): Attributes {
  const { hooks, decidedBy } = decision;
  return {
    'hooks.matched': hooks.filter(({ cause }) => cause !== 'NO_MATCH').length,
    'hooks.ran': hooks.filter(({ outcome }) => outcome !== 'skipped').length,
    'hooks.decision': wordOf(decision),
    ...(decidedBy.length === 0 ? {} : { 'hooks.decided_by': decidedBy.map(name) }),
  };
}

/** Of a hook that was asked. `hook` is its row in the active set, as far as there is one. */
export function runAttributes(run: HookRun, hook: ActiveHook | undefined): Attributes {
  return {
    'hooks.name': name(run.name),
    'hooks.package': name(run.qualifiedName),
    'hooks.source': run.source,
    'hooks.mode': run.enforcement ?? 'enforce',
    'hooks.outcome': outcomeOf(run),
    ...(run.digest === null ? {} : { 'hooks.digest': run.digest }),
    ...(hook === undefined ? {} : { 'hooks.failure_policy': hook.onFailure }),
    ...(run.exitCode === null ? {} : { 'process.exit.code': run.exitCode }),
    ...(isFailed(run) && run.cause !== null ? { 'error.type': run.cause } : {}),
  };
}

function wordOf({ decision, changed, output, messages, hints, tools, callback }: Decision): string {
  if (decision !== 'none') return decision;
  const isChanged =
    changed.length + hints.length > 0 || [output, messages, tools, callback].some((one) => one !== null);
  return isChanged ? 'modify' : 'continue';
}

function outcomeOf(run: HookRun): string {
  if (run.cause === 'TIMEOUT' || run.cause === 'DEADLINE') return 'timeout';
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'cancelled') return 'cancelled';
  return run.outcome === 'blocking' || run.changed.length > 0 ? 'decision' : 'none';
}

/** Names are written by others: one line of clean text, and not endless. */
function name(text: string): string {
  return cleanLine(text.slice(0, MAX_TEXT));
}
