import { isSameJson, type JsonObject } from '@hookmd/core/events';
import type { ToolWords } from '@hookmd/core/protocols';
import { type Dialect, dialectFormat } from '../dialect.ts';
import type { Integration } from '../integration.ts';

/** What another agent that reads Claude Code's answers has otherwise. */
export interface OtherReader
  extends Pick<Dialect, 'fields' | 'mcpName'>,
    Pick<Integration, 'otherEventFields'> {
  readonly name: string;
  /** Permits of Claude's that it does not have. */
  readonly lacks: ReadonlySet<string>;
  readonly tools: ToolWords;
  readonly eventOf?: Integration['eventOf'];
  /** What its fields cannot say by their names alone. Default: nothing. */
  readonly read?: (native: JsonObject) => JsonObject;
}

/** Claude Code under the name, in the words of the tools, and without the abilities, of another one that reads its answers. */
export function inClaudesWords(claudeCode: Integration, reader: OtherReader): Integration {
  const { name, lacks, tools, fields = {}, mcpName, eventOf, otherEventFields } = reader;
  const read = reader.read ?? ((native) => native);
  const dialect = dialectFormat({
    id: name,
    events: {},
    tools,
    fields,
    ...(mcpName === undefined ? {} : { mcpName }),
    writeAnswer: claudeCode.wire.writeAnswer,
  });
  const wire: Integration['wire'] = {
    ...dialect,
    readEvent: (native, event) => dialect.readEvent(read(native), event),
  };
  return {
    ...claudeCode,
    name,
    wire,
    ...(eventOf === undefined ? {} : { eventOf }),
    ...(otherEventFields === undefined ? {} : { otherEventFields }),
    honours: (event) => claudeCode.honours(event).filter((permit) => !lacks.has(permit)),
    cannotCarry(_, changed) {
      const event = changed.hook_event_name;
      const { tool_input: back } = wire.readEvent(wire.writeEvent(changed, event), event);
      return isSameJson(back, changed.tool_input) ? null : `${name} has no words for the input it made`;
    },
    reply: (decision, event) =>
      claudeCode.reply(
        decision.input === null || event.tool === undefined
          ? decision
          : { ...decision, input: tools.inputFor(event.tool.native_name, decision.input) },
        event,
      ),
  };
}
