import { type Decision, decisionOf, type EventName, isEventName, type JsonObject } from '@hookmd/core/events';
import { claude, type ToolWords, writeClaudeOutput } from '@hookmd/core/protocols';
import { type FormatRow, makeFormat } from '../format.ts';
import type { Integration, NativeReply } from '../integration.ts';
import { type AgentRow, makeIntegration } from '../make-integration.ts';
import { blocksByExit, events } from './events.ts';
import { tools } from './tools.ts';

/** Claude Code, or an agent with its events and decisions under another name. */
export function makeClaude(
  row: Pick<AgentRow, 'name'> & Partial<AgentRow>,
  otherNames: Readonly<Record<string, EventName>> = {},
): Integration {
  const integration = makeIntegration({
    format: claude,
    events,
    tools,
    budgetMs: 600_000,
    projectVariable: 'CLAUDE_PROJECT_DIR',
    messageKey: 'systemMessage',
    ...row,
  });
  const eventOf = (native: string): EventName | null => {
    if (isEventName(native)) return native;
    return Object.hasOwn(otherNames, native) ? (otherNames[native] ?? null) : null;
  };
  return {
    ...integration,
    eventOf,
    reply(decision, event) {
      const reasons =
        decision.decision === 'block' ? [decision.reason ?? 'blocked by a hook'] : decision.followUps;
      return blocksByExit.has(decision.event) && reasons.length > 0
        ? exit2(reasons.join('\n\n'))
        : integration.reply(decision, event);
    },
    rejection,
  };
}

/** An agent that reads the settings of Claude Code, with tools and fields of its own. */
export function makeSettingsReader(
  name: string,
  {
    withoutPermits,
    otherNames,
    otherEventFields = [],
    read = (native) => native,
    ...row
  }: Pick<FormatRow, 'fields' | 'mcpName'> & {
    readonly tools: ToolWords;
    /** Permits of Claude Code that the agent does not honor. */
    readonly withoutPermits: readonly string[];
    readonly otherNames?: Readonly<Record<string, EventName>>;
    readonly otherEventFields?: readonly string[];
    /** Changes the payload before its fields get canonical names. */
    readonly read?: (native: JsonObject) => JsonObject;
  },
): Integration {
  const format = makeFormat({ events: {}, ...row, writeDecision: claude.writeDecision });
  const honoured = Object.entries(events).map(([event, row]) => [
    event,
    { ...row, honours: row.honours.filter((permit) => !withoutPermits.includes(permit)) },
  ]);
  return makeClaude(
    {
      name,
      format: { ...format, readEvent: (native, event) => format.readEvent(read(native), event) },
      events: Object.fromEntries(honoured),
      otherEventFields,
    },
    otherNames,
  );
}

function rejection(event: EventName, reason: string): NativeReply {
  if (blocksByExit.has(event)) return exit2(reason);
  const decision: Decision = decisionOf(event, { decision: 'block', reason });
  return { stdout: `${JSON.stringify(writeClaudeOutput(decision) ?? {})}\n`, stderr: '', exitCode: 0 };
}

function exit2(reason: string): NativeReply {
  return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
}
