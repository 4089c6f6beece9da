import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import { formats } from './formats.ts';
import { protocols } from './index.ts';
import type { ProtocolId } from './protocol.ts';
import { type RunReading, readResult } from './read-result.ts';

interface Mistake {
  readonly protocol: ProtocolId;
  readonly mistake: string;
  /** The word of the hook for the event. Default: the protocol's own for PreToolUse. */
  readonly name?: string;
  readonly event?: EventName;
  readonly exits?: number;
  readonly prints?: string;
  /** It fails for this cause, or is taken as no opinion with a warning. */
  readonly comesTo: 'EXIT' | 'BAD_OUTPUT' | 'warning';
  readonly said: RegExp;
}

const before: Readonly<Record<string, string>> = {
  hookmd: 'PreToolUse',
  claude: 'PreToolUse',
  kodelet: 'before_tool_call',
  'microclaw-rfc': 'BeforeToolCall',
  microclaw: 'BeforeToolCall',
  openclaw: 'command:new',
};

const answerInJson = { hookmd: '{"decision":', claude: '{"decision":', kodelet: '{"blocked":' } as const;

const mistakes: readonly Mistake[] = [
  // An exit status that blocks elsewhere.
  {
    protocol: 'hookmd',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /code 1: no; .*exit 2 with a reason/,
  },
  {
    protocol: 'claude',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /code 1: no; .*exit 2 with a reason/,
  },
  {
    protocol: 'kodelet',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /code 1: no; .*"blocked": true/,
  },
  {
    protocol: 'kodelet',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /code 2: no; .*"blocked": true/,
  },
  {
    protocol: 'microclaw-rfc',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /code 2: no; .*exit 1 with/,
  },
  {
    protocol: 'microclaw',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /code 1: no; .*"action": "block"/,
  },
  {
    protocol: 'microclaw',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /code 2: no; .*"action": "block"/,
  },
  {
    protocol: 'claude',
    mistake: 'exit 2 where it does not count',
    event: 'PermissionRequest',
    name: 'PermissionRequest',
    exits: 2,
    comesTo: 'EXIT',
    said: /code 2: no; .*blocks, but exit 2 not at PermissionRequest/,
  },
  {
    protocol: 'microclaw-rfc',
    mistake: 'exit 1 after the call',
    event: 'PostToolUse',
    name: 'AfterToolCall',
    exits: 1,
    comesTo: 'EXIT',
    said: /code 1: no; .*before a call only/,
  },
  // A value of the wrong type.
  {
    protocol: 'hookmd',
    mistake: 'a decision that is none',
    prints: '{"decision":"blocked"}',
    comesTo: 'BAD_OUTPUT',
    said: /`decision` must be "block"/,
  },
  {
    protocol: 'claude',
    mistake: 'a decision that is none',
    prints: '{"decision":true}',
    comesTo: 'BAD_OUTPUT',
    said: /`decision` must be "block"/,
  },
  {
    protocol: 'kodelet',
    mistake: '`blocked` as a text',
    prints: '{"blocked":"true"}',
    comesTo: 'BAD_OUTPUT',
    said: /`blocked` must be true or false/,
  },
  {
    protocol: 'microclaw-rfc',
    mistake: '`arguments` as a text',
    prints: '{"arguments":"ls"}',
    comesTo: 'BAD_OUTPUT',
    said: /`arguments` must be an object/,
  },
  {
    protocol: 'microclaw',
    mistake: 'an action that is none',
    prints: '{"action":"deny","reason":"no"}',
    comesTo: 'warning',
    said: /`action` is none of allow, block and modify/,
  },
  // The answer of another event.
  {
    protocol: 'hookmd',
    mistake: 'the name of another event',
    prints: '{"hookSpecificOutput":{"hookEventName":"PostToolUse"}}',
    comesTo: 'BAD_OUTPUT',
    said: /`hookSpecificOutput.hookEventName` must be "PreToolUse"/,
  },
  {
    protocol: 'claude',
    mistake: 'a key of another event',
    prints: '{"hookSpecificOutput":{"updatedToolOutput":"x"}}',
    comesTo: 'BAD_OUTPUT',
    said: /updatedToolOutput` belongs to another event than PreToolUse/,
  },
  {
    protocol: 'kodelet',
    mistake: 'a key of another event',
    prints: '{"follow_up_messages":["go on"]}',
    comesTo: 'warning',
    said: /`follow_up_messages` has no effect at before_tool_call/,
  },
  {
    protocol: 'microclaw-rfc',
    mistake: 'a key of another event',
    prints: '{"hint":"be kind"}',
    comesTo: 'warning',
    said: /`hint` has no effect at BeforeToolCall/,
  },
  {
    protocol: 'microclaw',
    mistake: 'a patch of another event',
    prints: '{"action":"modify","patch":{"content":"x"}}',
    comesTo: 'warning',
    said: /`patch.content` has no effect/,
  },
  // The words of another protocol.
  {
    protocol: 'hookmd',
    mistake: 'Kodelet’s answer',
    prints: '{"blocked":true,"reason":"no"}',
    comesTo: 'warning',
    said: /unknown key `blocked`/,
  },
  {
    protocol: 'kodelet',
    mistake: 'Claude’s answer',
    prints: '{"decision":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`decision` has no effect at before_tool_call/,
  },
  {
    protocol: 'microclaw-rfc',
    mistake: 'the shipped MicroClaw’s answer',
    prints: '{"action":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`action` has no effect at BeforeToolCall; exit 1 with a reason on stderr blocks/,
  },
  {
    protocol: 'microclaw',
    mistake: 'the RFC’s answer',
    prints: '{"arguments":{}}',
    comesTo: 'warning',
    said: /`arguments` has no effect/,
  },
  {
    protocol: 'openclaw',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /code 2: no; .*nothing blocks/,
  },
  {
    protocol: 'openclaw',
    event: 'SessionStart',
    mistake: 'our answer',
    prints: '{"decision":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`decision` has no effect at command:new; .*event\.messages/,
  },
  {
    protocol: 'gemini',
    mistake: 'Claude’s decision',
    prints: '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
    comesTo: 'warning',
    said: /`permissionDecision` has no effect at BeforeTool/,
  },
  {
    protocol: 'gemini',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /code 1: no; .*exit 2 with a reason on stderr/,
  },
  {
    protocol: 'cursor',
    mistake: 'Claude’s answer',
    prints: '{"decision":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`decision` has no effect at preToolUse/,
  },
  {
    protocol: 'copilot',
    mistake: 'Claude’s answer',
    prints: '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
    comesTo: 'warning',
    said: /`hookSpecificOutput` has no effect at PreToolUse/,
  },
  {
    protocol: 'vscode',
    mistake: 'Cursor’s answer',
    prints: '{"permission":"deny"}',
    comesTo: 'warning',
    said: /unknown key `permission`/,
  },
  {
    protocol: 'codex',
    mistake: 'an approval',
    prints: '{"hookSpecificOutput":{"permissionDecision":"allow"}}',
    comesTo: 'BAD_OUTPUT',
    said: /Codex supports no `permissionDecision: allow` without `updatedInput` at PreToolUse/,
  },
  {
    protocol: 'qwen',
    mistake: 'Cursor’s answer',
    prints: '{"permission":"deny"}',
    comesTo: 'warning',
    said: /unknown key `permission`/,
  },
  {
    protocol: 'opencode',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /code 2: no; .*an error that `tool\.execute\.before` or `chat\.message` throws blocks/,
  },
  // What is no answer at all.
  ...Object.entries(answerInJson).map(([id, text]) => ({
    protocol: id as ProtocolId,
    mistake: 'half a document',
    prints: text,
    comesTo: 'BAD_OUTPUT' as const,
    said: /printed invalid JSON/,
  })),
  ...(['hookmd', 'kodelet', 'microclaw-rfc', 'microclaw', 'openclaw'] as const).map((protocol) => ({
    protocol,
    mistake: 'plain text',
    prints: 'block this',
    comesTo: 'BAD_OUTPUT' as const,
    said:
      protocol === 'microclaw'
        ? /printed no object with `action`/
        : /its output must be JSON .* but begins with "block this"/,
  })),
  ...(['hookmd', 'kodelet', 'microclaw-rfc', 'microclaw', 'openclaw'] as const).map((protocol) => ({
    protocol,
    mistake: 'a list',
    prints: '[{"blocked":true}]',
    comesTo: 'BAD_OUTPUT' as const,
    said: /not a JSON object/,
  })),
];

function read({ protocol: id, name = before[id] ?? '', event = 'PreToolUse', ...run }: Mistake): RunReading {
  const protocol = protocols[id];
  const format = formats[protocol.format];
  const about = { hook_event_name: event, tool_name: 'Bash', tool_input: { command: 'ls' } };
  return readResult(
    {
      protocol,
      format,
      event: about as unknown as HookEvent,
      name,
      handler: { argv: null, packageDir: '/' },
    },
    { kind: 'ended', exitCode: run.exits ?? 0, stdout: Buffer.from(run.prints ?? ''), stderr: 'no' },
  );
}

describe('a block by exit code 2 beside JSON', () => {
  const claude = (output: object, event: EventName = 'PreToolUse'): RunReading =>
    read({ ...mistakes[0], protocol: 'claude', event, exits: 2, prints: JSON.stringify(output) } as Mistake);

  it('has the reason and the context of the JSON in the protocol of Claude Code', () => {
    const specific = {
      permissionDecision: 'deny',
      permissionDecisionReason: 'because',
      additionalContext: 'c',
    };
    expect(claude({ hookSpecificOutput: specific })).toEqual({
      output: { decision: 'block', reason: 'because', context: ['c'] },
      warnings: [],
    });
  });

  it('is not lifted by it', () => {
    const allow = { hookSpecificOutput: { permissionDecision: 'allow', permissionDecisionReason: 'fine' } };
    expect(claude(allow)).toMatchObject({ output: { decision: 'block', reason: 'no' } });
    expect(claude({}, 'Stop')).toMatchObject({ output: { followUps: ['no'] } });
  });
});

describe('what a hook gets wrong in its protocol', () => {
  it.each(mistakes)('$protocol: $mistake comes to $comesTo, and is named', (mistake) => {
    const reading = read(mistake);
    const { protocol, comesTo, said: output } = mistake;
    if (comesTo === 'warning') {
      expect(reading).toMatchObject({
        output: {},
        warnings: expect.arrayContaining([expect.stringMatching(output)]),
      });
      expect(
        'warnings' in reading && reading.warnings.every((text) => text.startsWith(`${protocol}: `)),
      ).toBe(true);
      expect('output' in reading && reading.output.decision).toBeUndefined();
    } else {
      expect(reading).toEqual({ cause: comesTo, reason: expect.stringMatching(output) });
      expect('reason' in reading && reading.reason).toContain(`in the ${protocol} protocol`);
    }
  });

  it('is tried in every protocol', () => {
    const tried = new Set(mistakes.map(({ protocol }) => protocol));
    expect([...tried].sort()).toEqual(Object.keys(protocols).sort());
  });
});
