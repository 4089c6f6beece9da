/** What the format of every agent owes: an unchanged payload keeps its bytes, and an answer says all of a decision. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Decision,
  decisionOf,
  type EventName,
  type HookEvent,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { completeEvent } from '@hookmd/core/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, asObject, readers } from './answers.fixture.ts';
import { agentNames, integrations, loadIntegration } from './index.ts';

const { 'claude-code': _, ...rest } = integrations;
const agents = Object.values(rest);

interface Recorded {
  readonly name: string;
  readonly payload: JsonObject;
}

function recordedOf(agent: string): readonly Recorded[] {
  const directory = join(import.meta.dirname, agent, 'recorded');
  return readdirSync(directory).map((file) => ({
    name: file,
    payload: JSON.parse(readFileSync(join(directory, file), 'utf8')),
  }));
}

function eventOf(agent: (typeof agents)[number], { name, payload }: Recorded): HookEvent {
  const event = agent.eventOf(String(payload[agent.eventField] ?? name.split('.')[0]));
  if (event === null) throw new Error(`${name} is no event`);
  const partial = agent.format.readEvent(payload, event);
  const facts = { event, eventId: 'e', agent: agent.name, cwd: '/', projectDir: () => '/' };
  const completion = completeEvent(partial, facts);
  if ('problems' in completion) throw new Error(completion.problems.join('; '));
  return { ...completion.event, cwd: partial['cwd'] } as HookEvent;
}

/** The payload of the same call with an input as the agent sends it. */
const senders: Readonly<Record<string, (native: JsonObject, input: JsonObject) => JsonObject>> = {
  copilot: (native, toolArgs) => ({ ...native, toolArgs }),
  cline: ({ preToolUse: _extension, ...native }, changed) => ({
    ...native,
    tool_call: { ...asObject(native['tool_call']), input: changed },
  }),
};

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
const text = fc.string();
/** Names that one agent or another gives to arguments, to collide with. */
const argument = fc.constantFrom(
  ...[
    'path',
    'file_path',
    'content',
    'file_text',
    'old_str',
    'old_string',
    'new_str',
    'new_text',
    'old_text',
  ],
  ...[
    'dir_path',
    'pattern',
    'regex',
    'command',
    'commands',
    'files',
    'arguments',
    'server_name',
    'tool_name',
  ],
);
const input = fc.dictionary(argument, fc.oneof(text, json), {
  noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>;

it('the agents that are loaded one by one are those that all know', async () => {
  const loaded = await Promise.all(agentNames.map((name) => loadIntegration(name)));
  expect(loaded).toEqual(Object.values(integrations));
});

describe.each(agents)('$name', (agent) => {
  const { format } = agent;

  const tool = (): HookEvent => {
    const found = recordedOf(agent.name).find(({ name }) =>
      /^(?:PreToolUse|preToolUse|BeforeTool|tool_call)\.json$/.test(name),
    );
    return eventOf(agent, found as Recorded);
  };
  /** The answer to a decision, with a changed input as the hooks would see it. */
  const readBack = (decision: Decision, event: HookEvent): Answer => {
    const read = readers[agent.name]?.(format.writeDecision(decision, event) ?? {}) ?? {};
    if (!isJsonObject(read.input)) return read;
    const name = event.hook_event_name;
    const send = senders[agent.name] ?? ((native, tool_input) => ({ ...native, tool_input }));
    return {
      ...read,
      input: format.readEvent(send(format.writeEvent(event, name), read.input), name)['tool_input'],
    };
  };

  it.each(recordedOf(agent.name))('gives $name back as it came', (recorded) => {
    const event = eventOf(agent, recorded);
    expect(format.writeEvent(event, event.hook_event_name)).toMatchObject(recorded.payload);
  });

  it.each(recordedOf(agent.name))('reads of $name what it wrote', (recorded) => {
    const event = eventOf(agent, recorded);
    const { raw: _raw, ...elsewhere } = event as HookEvent & { raw?: unknown };
    const read = format.readEvent(format.writeEvent(elsewhere as HookEvent, ''), event.hook_event_name);
    for (const field of [
      'session_id',
      'tool_name',
      'tool_input',
      'tool_response',
      'prompt',
      'last_assistant_message',
    ])
      expect(read[field], field).toEqual(elsewhere[field]);
  });

  it('is told of a changed input whole, or says that it cannot be', () => {
    const calls = recordedOf(agent.name)
      .map((recorded) => eventOf(agent, recorded))
      .filter((event) => event.hook_event_name === 'PreToolUse');
    expect(calls.length).toBeGreaterThan(1);
    let reported = 0;
    fc.assert(
      fc.property(fc.constantFrom(...calls), input, (sent, some) => {
        const changed = { ...sent.tool_input, ...some } as JsonObject;
        const event = { ...sent, tool_input: changed } as HookEvent;
        if (agent.cannotCarry?.(sent, event) !== null || isSameJson(changed, sent.tool_input)) return;
        reported += 1;
        const decision = decisionOf('PreToolUse', { input: changed, changed: Object.keys(some) });
        expect(readBack(decision, event)).toMatchObject({ input: changed });
      }),
    );
    expect(reported).toBeGreaterThan(10);
  });

  it('never changes an input that nobody changed', () => {
    for (const recorded of recordedOf(agent.name)) {
      const event = eventOf(agent, recorded);
      expect(agent.cannotCarry?.(event, { ...event }) ?? null).toBeNull();
    }
  });

  it('tells the names of its tools, so that a matcher of them is no mistake', () => {
    const events = recordedOf(agent.name).map((recorded) => eventOf(agent, recorded));
    const called = events.flatMap(({ tool, tool_name: name }) =>
      tool === undefined ? [] : [[tool.native_name, name]],
    );
    expect(called.length).toBeGreaterThan(0);
    for (const [native = '', name = ''] of called)
      expect([name.toLowerCase(), ...agent.tools.map((value) => value.toLowerCase())]).toContain(
        native.toLowerCase(),
      );
  });

  it('says silence as silence', () => {
    for (const recorded of recordedOf(agent.name)) {
      const event = eventOf(agent, recorded);
      expect(format.writeDecision(decisionOf(event.hook_event_name, {}), event)).toBeNull();
    }
  });

  it('reads a block back with its reason', () => {
    fc.assert(
      fc.property(
        text.filter((item) => item.trim() !== ''),
        (reason) => {
          const decision = decisionOf('PreToolUse', { decision: 'block', reason });
          expect(readBack(decision, tool())).toMatchObject({ block: reason });
        },
      ),
    );
  });

  it('reads a changed input back', () => {
    fc.assert(
      fc.property(text, (command) => {
        const sent = tool();
        const changed = { ...sent.tool_input, command };
        const decision = decisionOf('PreToolUse', { input: changed, changed: ['command'] });
        expect(readBack(decision, sent)).toMatchObject({ input: changed });
      }),
    );
  });

  it('reads context back where it takes any', () => {
    const events = (['PreToolUse', 'UserPromptSubmit', 'SessionStart', 'PostToolUse'] as EventName[]).filter(
      (event) => agent.honours(event).includes('context'),
    );
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      const about = { ...tool(), hook_event_name: event };
      const decision = decisionOf(event, { context: ['mind', 'the gap'] });
      expect(readBack(decision, about), event).toMatchObject({ context: 'mind\n\nthe gap' });
    }
  });
});
