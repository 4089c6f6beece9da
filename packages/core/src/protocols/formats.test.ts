/** What every wire owes: what it wrote it reads back, and a hook that hands back what it got changes nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decisionOf } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import type { JsonObject, JsonValue } from '../events/json.ts';
import type { Vocabulary } from './foreign-names.ts';
import { foreignWord } from './foreign-names.ts';
import type { FormatId } from './format.ts';
import { formats } from './formats.ts';
import { withOutputText } from './replace-texts.ts';

// A JSON text has no -0 once it was written.
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const jsonObject = fc.dictionary(fc.string(), json, { noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
const text = fc.string();
/** Names that one language or another gives to arguments, to collide with. */
const argument = fc.constantFrom(
  'path',
  'file_path',
  'timeout',
  'timeout_secs',
  'text',
  'content',
  'limit',
  'include',
  'x',
);
const extras = fc.dictionary(argument, fc.oneof(json, fc.nat()), {
  noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>;

/** Calls that a host would make: every argument that a language names otherwise is there. */
const calls = fc.oneof(
  call('Bash', { command: text, timeout: fc.nat() }),
  call('Read', { file_path: text, limit: fc.nat() }),
  call('Write', { file_path: text, content: text }),
  call('Edit', { file_path: text, old_string: text, new_string: text }),
  call('Grep', { pattern: text, glob: text }),
  call('WebFetch', { url: text }),
  call('mcp__server__tool', {}),
);

function call(
  tool_name: string,
  needed: Readonly<Record<string, fc.Arbitrary<JsonValue>>>,
): fc.Arbitrary<Pick<HookEvent, 'tool_name' | 'tool_input'>> {
  return fc
    .tuple(fc.record(needed), extras)
    .map(([input, more]) => ({ tool_name, tool_input: { ...more, ...input } as JsonObject }));
}

const usage = fc.record({
  input_tokens: fc.nat(),
  output_tokens: fc.nat(),
  current_context_window: fc.nat(),
  max_context_window: fc.nat(),
});
const messages = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: text }));
const common = fc.record({
  event_id: fc.constant('01JD0000000000000000000000'),
  session_id: text,
  cwd: text,
  project_dir: text,
  invoked_by: fc.constantFrom('main', 'subagent'),
  agent: fc.record({ name: text, version: fc.constant(null), native_event: text }),
});

type Fields = fc.Arbitrary<Readonly<Record<string, unknown>>>;
const withCall = (more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): Fields =>
  fc.tuple(calls, fc.record(more)).map(([pick, rest]) => ({ ...pick, ...rest }));

const isOwnCall = ({ tool_name: name }: Readonly<Record<string, unknown>>): boolean =>
  name !== 'Edit' && name !== 'Grep';

const isNoChange = ({ tool_name: name }: Readonly<Record<string, unknown>>): boolean =>
  name !== 'Edit' && name !== 'Write';

interface Carried {
  readonly wire: FormatId;
  readonly event: EventName;
  readonly fields: Fields;
  /** Beside those fields. */
  readonly also: readonly string[];
}

const kodelet = ['session_id', 'cwd', 'invoked_by'];
const openclaw = ['session_id', 'project_dir'];
const gemini = ['session_id', 'cwd'];
const geminiMessages = fc.array(fc.record({ role: fc.constantFrom('user', 'model'), content: text }));

/** What each wire carries of each event. */
const carried: readonly Carried[] = [
  { wire: 'kodelet', event: 'PreToolUse', fields: withCall({ tool_use_id: text }), also: kodelet },
  {
    wire: 'kodelet',
    event: 'PostToolUse',
    fields: withCall({ tool_use_id: text, tool_response: json }),
    also: kodelet,
  },
  {
    wire: 'kodelet',
    event: 'PostToolUseFailure',
    fields: withCall({ tool_use_id: text, error: text }),
    also: kodelet,
  },
  { wire: 'kodelet', event: 'UserPromptSubmit', fields: fc.record({ prompt: text }), also: kodelet },
  {
    wire: 'kodelet',
    event: 'Stop',
    fields: fc.record({
      messages,
      usage,
      auto_compact_enabled: fc.boolean(),
      auto_compact_threshold: fc.nat(),
    }),
    also: kodelet,
  },
  {
    wire: 'kodelet',
    event: 'TurnEnd',
    fields: fc.record({
      turn_number: fc.nat(),
      tools_used: fc.boolean(),
      usage,
      auto_compact_enabled: fc.boolean(),
    }),
    also: kodelet,
  },
  { wire: 'microclaw-rfc', event: 'PreToolUse', fields: withCall(), also: ['session_id'] },
  {
    wire: 'microclaw-rfc',
    event: 'PostToolUse',
    fields: withCall({ tool_response: json }),
    also: ['session_id'],
  },
  {
    wire: 'microclaw-rfc',
    event: 'PostToolUseFailure',
    fields: withCall({ error: text }),
    also: ['session_id'],
  },
  {
    wire: 'microclaw-rfc',
    event: 'PreModelCall',
    fields: fc.record({ provider: text, model: text, iteration: fc.nat(), tool_count: fc.nat(), messages }),
    also: [],
  },
  { wire: 'microclaw', event: 'PreToolUse', fields: withCall({ iteration: fc.nat() }), also: ['session_id'] },
  {
    wire: 'microclaw',
    event: 'PostToolUse',
    fields: withCall({ tool_response: text }),
    also: ['session_id'],
  },
  { wire: 'microclaw', event: 'PostToolUseFailure', fields: withCall({ error: text }), also: ['session_id'] },
  { wire: 'openclaw', event: 'SessionStart', fields: fc.record({ source: text }), also: openclaw },
  {
    wire: 'openclaw',
    event: 'SessionEnd',
    fields: fc.record({ reason: text, transcript_path: text }),
    also: openclaw,
  },
  { wire: 'openclaw', event: 'Setup', fields: fc.record({ trigger: text }), also: openclaw },
  { wire: 'openclaw', event: 'UserPromptSubmit', fields: fc.record({ prompt: text }), also: openclaw },
  { wire: 'openclaw', event: 'Stop', fields: fc.record({ last_assistant_message: text }), also: openclaw },
  { wire: 'openclaw', event: 'PreCompact', fields: fc.record({ trigger: text }), also: openclaw },
  { wire: 'openclaw', event: 'PostCompact', fields: fc.record({ trigger: text }), also: openclaw },
  { wire: 'gemini', event: 'PreToolUse', fields: withCall(), also: gemini },
  {
    wire: 'gemini',
    event: 'PostToolUse',
    fields: withCall({ tool_response: fc.record({ llmContent: text, returnDisplay: text }) }),
    also: gemini,
  },
  { wire: 'gemini', event: 'UserPromptSubmit', fields: fc.record({ prompt: text }), also: gemini },
  { wire: 'gemini', event: 'Stop', fields: fc.record({ last_assistant_message: text }), also: gemini },
  {
    wire: 'gemini',
    event: 'PreModelCall',
    fields: fc.record({ model: text, messages: geminiMessages }),
    also: gemini,
  },
  {
    wire: 'gemini',
    event: 'Notification',
    fields: fc.record({ message: text, notification_type: fc.constantFrom('permission_prompt', 'other') }),
    also: gemini,
  },
  { wire: 'gemini', event: 'PreCompact', fields: fc.record({ trigger: text }), also: gemini },
  { wire: 'gemini', event: 'SessionStart', fields: fc.record({ source: text }), also: gemini },
  { wire: 'copilot', event: 'PreToolUse', fields: withCall(), also: ['session_id', 'cwd'] },
  {
    wire: 'copilot',
    event: 'PostToolUse',
    fields: withCall({
      tool_response: fc.record({ resultType: fc.constant('success'), textResultForLlm: text }),
    }),
    also: ['session_id'],
  },
  { wire: 'copilot', event: 'PostToolUseFailure', fields: withCall({ error: text }), also: ['session_id'] },
  { wire: 'copilot', event: 'UserPromptSubmit', fields: fc.record({ prompt: text }), also: ['session_id'] },
  { wire: 'copilot', event: 'SessionStart', fields: fc.record({ source: text }), also: ['session_id'] },
  { wire: 'copilot', event: 'StopFailure', fields: fc.record({ error: text }), also: ['session_id'] },
  // It calls an edit of another agent `Write`, and the directory of a search `file_path`.
  { wire: 'cursor', event: 'PreToolUse', fields: withCall().filter(isOwnCall), also: ['session_id'] },
  {
    wire: 'cursor',
    event: 'PostToolUse',
    fields: withCall({ tool_response: jsonObject }).filter(isOwnCall),
    also: ['session_id'],
  },
  {
    wire: 'cursor',
    event: 'PostToolUseFailure',
    fields: withCall({ error: text }).filter(isOwnCall),
    also: ['session_id'],
  },
  { wire: 'cursor', event: 'UserPromptSubmit', fields: fc.record({ prompt: text }), also: ['session_id'] },
  { wire: 'cursor', event: 'SessionEnd', fields: fc.record({ reason: text }), also: ['session_id'] },
  { wire: 'cursor', event: 'PreCompact', fields: fc.record({ trigger: text }), also: ['session_id'] },
  { wire: 'qwen', event: 'PreToolUse', fields: withCall({ tool_use_id: text }), also: ['session_id', 'cwd'] },
  {
    wire: 'qwen',
    event: 'PostToolUse',
    fields: withCall({ tool_response: fc.record({ llmContent: text, returnDisplay: text }) }),
    also: ['session_id'],
  },
  {
    wire: 'qwen',
    event: 'TaskCreated',
    fields: fc.record({ task_id: text, task_subject: text }),
    also: ['session_id'],
  },
  { wire: 'qwen', event: 'Stop', fields: fc.record({ last_assistant_message: text }), also: ['session_id'] },
  // It calls the change of a file a patch.
  {
    wire: 'codex',
    event: 'PreToolUse',
    fields: withCall({ tool_use_id: text }).filter(isNoChange),
    also: ['session_id', 'cwd'],
  },
  {
    wire: 'codex',
    event: 'PostToolUse',
    fields: withCall({ tool_response: text }).filter(isNoChange),
    also: ['session_id'],
  },
  { wire: 'codex', event: 'UserPromptSubmit', fields: fc.record({ prompt: text }), also: ['session_id'] },
  { wire: 'codex', event: 'SubagentStart', fields: fc.record({ agent_type: text }), also: ['session_id'] },
  {
    wire: 'opencode',
    event: 'PreToolUse',
    fields: withCall({ tool_use_id: text }),
    also: ['session_id', 'project_dir'],
  },
  {
    wire: 'opencode',
    event: 'PostToolUse',
    fields: withCall({ tool_use_id: text }),
    also: ['session_id', 'project_dir'],
  },
  { wire: 'opencode', event: 'Stop', fields: fc.record({}), also: ['session_id', 'project_dir'] },
  { wire: 'opencode', event: 'SessionStart', fields: fc.record({ source: text }), also: ['session_id'] },
  { wire: 'opencode', event: 'SessionEnd', fields: fc.record({ reason: text }), also: ['session_id'] },
  { wire: 'opencode', event: 'PostCompact', fields: fc.record({ trigger: text }), also: ['session_id'] },
  // It has no word for a tool call: the fields of the catalogue.
  { wire: 'openclaw', event: 'PreToolUse', fields: withCall(), also: openclaw },
];

function wordOf(format: FormatId, event: EventName): string {
  const claudes: readonly FormatId[] = ['hookmd', 'claude', 'cursor', 'vscode', 'codex'];
  if (claudes.includes(format)) return event;
  const vocabulary = (format === 'microclaw-rfc' ? 'microclaw' : format) as Vocabulary;
  return foreignWord(vocabulary, event) ?? event;
}

function pick(from: object, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.map((key) => [key, (from as Record<string, unknown>)[key]]));
}

describe('what a wire writes it reads back', () => {
  it.each(carried)('$wire, $event', ({ wire: format, event, fields, also }) => {
    fc.assert(
      fc.property(common, fields, (base, current) => {
        const written = { hook_event_name: event, ...base, ...current } as unknown as HookEvent;
        const native = JSON.parse(JSON.stringify(formats[format].writeEvent(written, wordOf(format, event))));
        const keys = [...Object.keys(current), ...also];
        expect(pick(formats[format].readEvent(native, event), keys)).toEqual(
          pick(JSON.parse(JSON.stringify(written)), keys),
        );
      }),
    );
  });

  it('hookmd, everything', () => {
    fc.assert(
      fc.property(common, jsonObject, (base, local) => {
        const written = { ...local, hook_event_name: 'PreToolUse', ...base } as unknown as HookEvent;
        expect(
          formats.hookmd.readEvent(formats.hookmd.writeEvent(written, 'PreToolUse'), 'PreToolUse'),
        ).toEqual(written);
      }),
    );
  });
});

/** Any input at all, also one in which the words of two languages stand side by side. */
const anyCall = fc
  .tuple(fc.constantFrom('Bash', 'Read', 'Write', 'Edit', 'Task', 'other'), extras, jsonObject)
  .map(([tool_name, some, more]) => ({ tool_name, tool_input: { ...more, ...some } as JsonObject }));

/** Where a hook of the language puts an input and an output that it hands back, and where it found them. */
const handsBack = [
  {
    wire: 'kodelet',
    input: (native: JsonObject) => ({ input: native['tool_input'] }),
    output: (native: JsonObject) => ({ output: native['tool_output'] }),
  },
  {
    wire: 'microclaw-rfc',
    input: (native: JsonObject) => ({ arguments: native['arguments'] }),
    output: (native: JsonObject) => ({ result: native['result'] }),
  },
  {
    wire: 'microclaw',
    input: (native: JsonObject) => ({ action: 'modify', patch: { tool_input: native['tool_input'] } }),
    output: (native: JsonObject) => ({
      action: 'modify',
      patch: { content: (native['result'] as JsonObject)['content'] },
    }),
  },
  {
    wire: 'gemini',
    input: (native: JsonObject) => ({ hookSpecificOutput: { tool_input: native['tool_input'] } }),
    output: null,
  },
  {
    wire: 'codex',
    input: (native: JsonObject) => ({
      hookSpecificOutput: { permissionDecision: 'allow', updatedInput: native['tool_input'] },
    }),
    output: (native: JsonObject) => ({ hookSpecificOutput: { updatedToolOutput: native['tool_response'] } }),
  },
] as const;

describe.each(handsBack)('a hook of $wire that hands back what it got', ({ wire: format, input, output }) => {
  it('leaves any input as it was', () => {
    fc.assert(
      fc.property(common, anyCall, (base, current) => {
        const event = { hook_event_name: 'PreToolUse', ...base, ...current } as unknown as HookEvent;
        const native = formats[format].writeEvent(event, wordOf(format, 'PreToolUse'));
        const reading = formats[format].readOutput(
          input(native) as JsonObject,
          event,
          wordOf(format, 'PreToolUse'),
        );
        expect(reading).toEqual({ output: { input: event.tool_input }, warnings: [] });
      }),
    );
  });

  // Hooks of Gemini replace an output by a text that is not empty; they do not hand it back.
  if (output === null) return;
  it('leaves any output as it was', () => {
    const shapes = fc.oneof(
      json,
      fc.record({ stdout: text, stderr: text, output: json }, { requiredKeys: ['stdout'] }),
    );
    fc.assert(
      fc.property(common, shapes, (base, tool_response) => {
        const local = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response };
        const event = { hook_event_name: 'PostToolUse', ...base, ...local } as unknown as HookEvent;
        const native = formats[format].writeEvent(event, wordOf(format, 'PostToolUse'));
        const reading = formats[format].readOutput(
          output(native) as JsonObject,
          event,
          wordOf(format, 'PostToolUse'),
        );
        expect(tool_response === null ? null : reading).toEqual(
          tool_response === null ? null : { output: { output: tool_response }, warnings: [] },
        );
      }),
    );
  });
});

it('a handler of openclaw that leaves its event as it was has said nothing', () => {
  for (const event of ['SessionStart', 'SessionEnd', 'Setup', 'UserPromptSubmit', 'PreToolUse'] as const) {
    const about = {
      hook_event_name: event,
      session_id: 's',
      event_id: '01JD0000000000000000000000',
      agent: { name: 'a' },
    };
    const name = wordOf('openclaw', event);
    const { messages, context } = formats.openclaw.writeEvent(about as unknown as HookEvent, name);
    const { bootstrapFiles } = context as JsonObject;
    const left = { messages, ...(bootstrapFiles === undefined ? {} : { bootstrapFiles }) } as JsonObject;
    const reading = formats.openclaw.readOutput(left, about as unknown as HookEvent, name);
    expect(reading).toEqual({ output: {}, warnings: [] });
  }
});

interface Said {
  readonly wire: FormatId;
  readonly event: EventName;
  readonly says: string;
  readonly decision: (value: { text: string; input: JsonObject; output: JsonValue }) => Partial<Decision>;
  readonly output: (value: { text: string; input: JsonObject; output: JsonValue }) => object;
}

const reason = (value: { text: string }): string => `no ${value.text}`.trim();

/** What each wire can say to its host. */
const said: readonly Said[] = [
  ...(
    ['kodelet', 'microclaw', 'claude', 'gemini', 'cursor', 'copilot', 'codex', 'qwen', 'opencode'] as const
  ).map((format) => ({
    wire: format,
    event: 'PreToolUse' as const,
    says: 'a block',
    decision: (value: { text: string }) => ({ decision: 'block' as const, reason: reason(value) }),
    output: (value: { text: string }) => ({ decision: 'block', reason: reason(value) }),
  })),
  ...(
    [
      'kodelet',
      'microclaw-rfc',
      'microclaw',
      'claude',
      'gemini',
      'cursor',
      'copilot',
      'codex',
      'opencode',
    ] as const
  ).map((agentFormat) => ({
    wire: agentFormat,
    event: 'PreToolUse' as const,
    says: 'a changed input',
    decision: ({ input }: { input: JsonObject }) => ({ input, changed: ['x'] }),
    output: ({ input }: { input: JsonObject }) => ({ input }),
  })),
  ...(['kodelet', 'microclaw-rfc', 'claude'] as const).map((wire) => ({
    wire,
    event: 'PostToolUse' as const,
    says: 'a replaced output',
    decision: ({ output }: { output: JsonValue }) => ({ output }),
    output: ({ output }: { output: JsonValue }) => ({ output }),
  })),
  {
    wire: 'copilot',
    event: 'Stop',
    says: 'a follow-up',
    decision: ({ text: item }) => ({ followUps: [`${item}.`] }),
    output: ({ text: item }) => ({ followUps: [`${item}.`] }),
  },
  {
    wire: 'gemini',
    event: 'PostToolUse',
    says: 'another text',
    decision: ({ text: item, output }) => ({ output: withOutputText(output, `${item}.`) }),
    output: ({ text: item, output }) => ({ output: withOutputText(output, `${item}.`) }),
  },
  {
    wire: 'codex',
    event: 'PostToolUse',
    says: 'another text',
    decision: ({ text: item, output }) => ({ output: withOutputText(output, `${item}.`) }),
    output: ({ text: item, output }) => ({ output: withOutputText(output, `${item}.`) }),
  },
  {
    wire: 'opencode',
    event: 'PostToolUse',
    says: 'another text',
    decision: ({ text: item, output }) => ({ output: withOutputText(output, `${item}.`) }),
    output: ({ text: item, output }) => ({ output: withOutputText(output, `${item}.`) }),
  },
  {
    wire: 'codex',
    event: 'Stop',
    says: 'a follow-up',
    decision: ({ text: item }) => ({ followUps: [`${item}.`] }),
    output: ({ text: item }) => ({ followUps: [`${item}.`] }),
  },
  {
    wire: 'gemini',
    event: 'UserPromptSubmit',
    says: 'context and a message to the user',
    decision: ({ text: item }) => ({ context: [`${item}.`], userMessages: ['see'] }),
    output: ({ text: item }) => ({ context: [`${item}.`], userMessages: ['see'] }),
  },
  {
    wire: 'kodelet',
    event: 'Stop',
    says: 'follow-ups',
    decision: ({ text: name }) => ({ followUps: [name, 'and this'] }),
    output: ({ text: item }) => ({ followUps: [item, 'and this'] }),
  },
  {
    wire: 'kodelet',
    event: 'TurnEnd',
    says: 'replaced messages',
    decision: ({ text: content }) => ({ messages: [{ role: 'user', content }] }),
    output: ({ text: content }) => ({ messages: [{ role: 'user', content }] }),
  },
  {
    wire: 'kodelet',
    event: 'TurnEnd',
    says: 'a callback',
    decision: ({ text: goal }) => ({ callback: { name: 'compact', args: { goal } } }),
    output: ({ text: goal }) => ({ callback: { name: 'compact', args: { goal } } }),
  },
  {
    wire: 'openclaw',
    event: 'SessionStart',
    says: 'a message to the user',
    decision: ({ text: entry }) => ({ userMessages: [`${entry}.`, 'and this'] }),
    output: ({ text: element }) => ({ userMessages: [`${element}.`, 'and this'] }),
  },
];

describe('what a wire answers it reads back', () => {
  it.each(said)('$wire, $says', ({ wire: format, event: name, decision, output: expected }) => {
    fc.assert(
      fc.property(common, calls, text, json, (base, current, item, output) => {
        fc.pre(output !== null);
        const value = { text: item, input: { ...current.tool_input, x: item }, output };
        const event = {
          hook_event_name: name,
          ...base,
          ...current,
          tool_response: output,
        } as unknown as HookEvent;
        // The host reads it about the call as it is after the change.
        const final = { ...event, tool_input: value.input } as HookEvent;
        const written = formats[format].writeDecision(decisionOf(name, decision(value)), event);
        const reading = formats[format].readOutput(written ?? {}, final, wordOf(format, name));
        expect(reading).toMatchObject({ output: expected(value) });
      }),
    );
  });

  it('silence is silence', () => {
    const event = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: {},
    } as unknown as HookEvent;
    for (const agentFormat of Object.values(formats))
      expect(agentFormat.writeDecision(decisionOf('PreToolUse', {}), event)).toBeNull();
  });
});
