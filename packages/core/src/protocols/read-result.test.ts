import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import { formats } from './formats.ts';
import { protocols } from './index.ts';
import type { ProtocolId } from './protocol.ts';
import { type RunReading, readResult } from './read-result.ts';

interface Mistake {
  readonly convention: ProtocolId;
  readonly mistake: string;
  /** The word of the hook for the event. Default: the convention's own for PreToolUse. */
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
    convention: 'hookmd',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /status 1; .*exit 2 with a reason/,
  },
  {
    convention: 'claude',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /status 1; .*exit 2 with a reason/,
  },
  {
    convention: 'kodelet',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /status 1; .*"blocked": true/,
  },
  {
    convention: 'kodelet',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /status 2; .*"blocked": true/,
  },
  {
    convention: 'microclaw-rfc',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /status 2; .*exit 1 with/,
  },
  {
    convention: 'microclaw',
    mistake: 'exit 1',
    exits: 1,
    comesTo: 'EXIT',
    said: /status 1; .*"action": "block"/,
  },
  {
    convention: 'microclaw',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /status 2; .*"action": "block"/,
  },
  {
    convention: 'claude',
    mistake: 'exit 2 where it does not count',
    event: 'PermissionRequest',
    name: 'PermissionRequest',
    exits: 2,
    comesTo: 'EXIT',
    said: /status 2; .*blocks, but exit 2 not at PermissionRequest/,
  },
  {
    convention: 'microclaw-rfc',
    mistake: 'exit 1 after the call',
    event: 'PostToolUse',
    name: 'AfterToolCall',
    exits: 1,
    comesTo: 'EXIT',
    said: /status 1; .*before a call only/,
  },
  // A value of the wrong type.
  {
    convention: 'hookmd',
    mistake: 'a decision that is none',
    prints: '{"decision":"blocked"}',
    comesTo: 'BAD_OUTPUT',
    said: /`decision` must be "block"/,
  },
  {
    convention: 'claude',
    mistake: 'a decision that is none',
    prints: '{"decision":true}',
    comesTo: 'BAD_OUTPUT',
    said: /`decision` must be "block"/,
  },
  {
    convention: 'kodelet',
    mistake: '`blocked` as a text',
    prints: '{"blocked":"true"}',
    comesTo: 'BAD_OUTPUT',
    said: /`blocked` must be true or false/,
  },
  {
    convention: 'microclaw-rfc',
    mistake: '`arguments` as a text',
    prints: '{"arguments":"ls"}',
    comesTo: 'BAD_OUTPUT',
    said: /`arguments` must be an object/,
  },
  {
    convention: 'microclaw',
    mistake: 'an action that is none',
    prints: '{"action":"deny","reason":"no"}',
    comesTo: 'warning',
    said: /`action` is none of allow, block and modify/,
  },
  // The answer of another event.
  {
    convention: 'hookmd',
    mistake: 'the name of another event',
    prints: '{"hookSpecificOutput":{"hookEventName":"PostToolUse"}}',
    comesTo: 'BAD_OUTPUT',
    said: /`hookSpecificOutput.hookEventName` must be "PreToolUse"/,
  },
  {
    convention: 'claude',
    mistake: 'a key of another event',
    prints: '{"hookSpecificOutput":{"updatedToolOutput":"x"}}',
    comesTo: 'BAD_OUTPUT',
    said: /updatedToolOutput` belongs to another event than PreToolUse/,
  },
  {
    convention: 'kodelet',
    mistake: 'a key of another event',
    prints: '{"follow_up_messages":["go on"]}',
    comesTo: 'warning',
    said: /`follow_up_messages` means nothing at before_tool_call/,
  },
  {
    convention: 'microclaw-rfc',
    mistake: 'a key of another event',
    prints: '{"hint":"be kind"}',
    comesTo: 'warning',
    said: /`hint` means nothing at BeforeToolCall/,
  },
  {
    convention: 'microclaw',
    mistake: 'a patch of another event',
    prints: '{"action":"modify","patch":{"content":"x"}}',
    comesTo: 'warning',
    said: /`patch.content` means nothing/,
  },
  // The words of another convention.
  {
    convention: 'hookmd',
    mistake: 'Kodelet’s answer',
    prints: '{"blocked":true,"reason":"no"}',
    comesTo: 'warning',
    said: /unknown key `blocked`/,
  },
  {
    convention: 'kodelet',
    mistake: 'Claude’s answer',
    prints: '{"decision":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`decision` means nothing at before_tool_call/,
  },
  {
    convention: 'microclaw-rfc',
    mistake: 'the shipped MicroClaw’s answer',
    prints: '{"action":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`action` means nothing at BeforeToolCall; exit 1 with a reason on stderr blocks/,
  },
  {
    convention: 'microclaw',
    mistake: 'the RFC’s answer',
    prints: '{"arguments":{}}',
    comesTo: 'warning',
    said: /`arguments` means nothing/,
  },
  {
    convention: 'openclaw',
    mistake: 'exit 2',
    exits: 2,
    comesTo: 'EXIT',
    said: /status 2; .*nothing blocks/,
  },
  {
    convention: 'openclaw',
    event: 'SessionStart',
    mistake: 'our answer',
    prints: '{"decision":"block","reason":"no"}',
    comesTo: 'warning',
    said: /`decision` means nothing at command:new; .*event\.messages/,
  },
  // What is no answer at all.
  ...Object.entries(answerInJson).map(([id, text]) => ({
    convention: id as ProtocolId,
    mistake: 'half a document',
    prints: text,
    comesTo: 'BAD_OUTPUT' as const,
    said: /printed no JSON document/,
  })),
  ...(['hookmd', 'kodelet', 'microclaw-rfc', 'microclaw', 'openclaw'] as const).map((protocol) => ({
    convention: protocol,
    mistake: 'plain text',
    prints: 'block this',
    comesTo: 'BAD_OUTPUT' as const,
    said: /printed no JSON document/,
  })),
  ...(['hookmd', 'kodelet', 'microclaw-rfc', 'microclaw', 'openclaw'] as const).map((convention) => ({
    convention,
    mistake: 'a list',
    prints: '[{"blocked":true}]',
    comesTo: 'BAD_OUTPUT' as const,
    said: /not a JSON object/,
  })),
];

function read({
  convention: id,
  name = before[id] ?? '',
  event = 'PreToolUse',
  ...run
}: Mistake): RunReading {
  const protocol = protocols[id];
  const format = formats[protocol.wire];
  const about = { hook_event_name: event, tool_name: 'Bash', tool_input: { command: 'ls' } };
  return readResult(
    { convention: protocol, wire: format, event: about as unknown as HookEvent, name },
    { kind: 'ended', exitCode: run.exits ?? 0, stdout: Buffer.from(run.prints ?? ''), stderr: 'no' },
  );
}

describe('what a hook gets wrong in its convention', () => {
  it.each(mistakes)('$convention: $mistake comes to $comesTo, and is named', (mistake) => {
    const reading = read(mistake);
    const { convention: protocol, comesTo, said: output } = mistake;
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
      expect('reason' in reading && reading.reason).toContain(`in the ${protocol} convention`);
    }
  });

  it('is tried in every convention', () => {
    const tried = new Set(mistakes.map(({ convention }) => convention));
    expect([...tried].sort()).toEqual(Object.keys(protocols).sort());
  });
});
