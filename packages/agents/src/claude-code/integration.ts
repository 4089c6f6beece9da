import {
  type Decision,
  decisionOf,
  type EventName,
  type HookEvent,
  isEventName,
  type JsonObject,
} from '@hookmd/core/events';
import { claude, writeClaudeAnswer } from '@hookmd/core/protocols';
import { readHookGroups } from '../hook-groups.ts';
import type { Integration, NativeReply } from '../integration.ts';
import { blocksByExit, budgetsMs, DEFAULT_BUDGET_MS, honoured, obeysHalt } from './capabilities.ts';
import { readers } from './readers.ts';
import { settingsFiles } from './settings-files.ts';
import { tools } from './tools.ts';

export const claudeCode: Integration = {
  name: 'claude-code',
  wire: claude,
  tools,
  settingsFiles,
  readSettings: readHookGroups,
  readBy: readers,
  eventField: 'hook_event_name',
  projectVariable: 'CLAUDE_PROJECT_DIR',
  eventOf: (nativeEvent) => (isEventName(nativeEvent) ? nativeEvent : null),
  nativeOf: (event) => (honoured[event] === undefined ? null : event),
  fires: (event) => honoured[event] !== undefined,
  honours: (event) => honoured[event] ?? [],
  recipes: [],
  halts: (event) => obeysHalt.has(event),
  budgetMs: (event) => budgetsMs[event] ?? DEFAULT_BUDGET_MS,
  reply,
  notice: (message) => answer({ systemMessage: message }),
  rejection,
};

function reply(decision: Decision, event: HookEvent): NativeReply {
  const refused =
    decision.decision === 'block' ? [decision.reason ?? 'blocked by a hook'] : decision.followUps;
  if (blocksByExit.has(decision.event) && refused.length > 0) return exit2(refused.join('\n\n'));
  const native = writeClaudeAnswer(decision, event);
  return native === null ? { stdout: '', stderr: '', exitCode: 0 } : answer(native);
}

function rejection(event: EventName, reason: string): NativeReply {
  if (blocksByExit.has(event)) return exit2(reason);
  if (honoured[event]?.includes('ask')) {
    return answer({
      hookSpecificOutput: {
        hookEventName: event,
        permissionDecision: 'deny',
        permissionDecisionReason: reason,
      },
    });
  }
  if (honoured[event]?.includes('preApprove')) {
    return answer({
      hookSpecificOutput: { hookEventName: event, decision: { behavior: 'deny', message: reason } },
    });
  }
  return answer(writeClaudeAnswer(decisionOf(event, { decision: 'block', reason })) ?? {});
}

function answer(native: JsonObject): NativeReply {
  return { stdout: `${JSON.stringify(native)}\n`, stderr: '', exitCode: 0 };
}

function exit2(reason: string): NativeReply {
  return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
}
