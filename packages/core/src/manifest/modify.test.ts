import { describe, expect, it } from 'vitest';
import { parseManifest } from './parse.ts';

function read(events: string, modify: string) {
  const front = `---\nevents: ${events}\ncommand: [x]\nmodify: ${modify}\n---\n`;
  return parseManifest(Buffer.from(front), { path: 'HOOK.md', directoryName: 'h', files: [] });
}

describe('`modify`', () => {
  it.each([
    [
      'PreToolUse',
      '{ PreToolUse: [timeout, env.PATH, "env.*"] }',
      { PreToolUse: { input: ['timeout', 'env.PATH', 'env.*'] } },
    ],
    ['PreToolUse', '{ PreToolUse: "*" }', { PreToolUse: { input: ['*'] } }],
    ['PermissionRequest', '{ PermissionRequest: [a, a] }', { PermissionRequest: { input: ['a'] } }],
    ['PostToolUse', '{ PostToolUse: redact }', { PostToolUse: { output: 'redact' } }],
    ['PostToolUse', '{ PostToolUse: output }', { PostToolUse: { output: 'replace' } }],
    ['PostToolUse', '{ PostToolUse: [output, redact] }', { PostToolUse: { output: 'replace' } }],
    ['PostModelCall', '{ PostModelCall: redact }', { PostModelCall: { output: 'redact' } }],
    ['PreModelCall', '{ PreModelCall: [hint, redact] }', { PreModelCall: { hint: true, redact: true } }],
    ['PreToolSelection', '{ PreToolSelection: tools }', { PreToolSelection: { tools: true } }],
    [
      '[Stop, TurnEnd]',
      '{ Stop: messages, TurnEnd: messages }',
      { Stop: { messages: true }, TurnEnd: { messages: true } },
    ],
    ['PreToolUse', '{ PreToolUse: [] }', {}],
    ['PreToolUse', '{}', {}],
    // The manifest's own names count as well as canonical ones, and reach all that they stand for.
    ['before_tool_call', '{ before_tool_call: [path] }', { PreToolUse: { input: ['path'] } }],
    ['before_tool_call', '{ PreToolUse: [path] }', { PreToolUse: { input: ['path'] } }],
    [
      'AfterToolCall',
      '{ AfterToolCall: redact }',
      { PostToolUse: { output: 'redact' }, PostToolUseFailure: { output: 'redact' } },
    ],
    ['[after_turn, turn_end]', '{ TurnEnd: messages }', { TurnEnd: { messages: true } }],
  ])('of %s may be %s', (events, modify, expected) => {
    const reading = read(events, modify);
    expect(reading.issues).toEqual([]);
    expect(reading.manifest?.modify).toEqual(expected);
  });

  it.each([
    [
      'PreToolUse',
      '{ PostToolUse: redact }',
      '`modify.PostToolUse` cannot be "redact": it is not under `events`.',
    ],
    ['PreToolUse', '{ PreToolUs: [a] }', 'it is not under `events`, PreToolUse is.'],
    ['Notification', '{ Notification: output }', 'Notification permits no change.'],
    ['UserPromptSubmit', '{ UserPromptSubmit: [prompt] }', 'UserPromptSubmit permits no change.'],
    ['SubagentStop', '{ SubagentStop: messages }', 'SubagentStop permits no change.'],
    ['user_message_send', '{ user_message_send: [prompt] }', 'UserPromptSubmit permits no change.'],
    ['turn_end', '{ turn_end: messages }', 'TurnEnd permits no change.'],
    ['AfterTurn', '{ Stop: messages }', 'Stop permits no change.'],
    ['PostToolUse', '{ PostToolUse: [timeout] }', 'PostToolUse permits `output` or `redact`.'],
    ['PreModelCall', '{ PreModelCall: output }', 'PreModelCall permits `hint` or `redact`.'],
    ['Stop', '{ Stop: "*" }', 'Stop permits `messages`.'],
    ['PreToolUse', '{ PreToolUse: [a.b.c] }', 'one dot at most, not "a.b.c".'],
    ['PreToolUse', '{ PreToolUse: ["a*"] }', 'one dot at most, not "a*".'],
    ['PreToolUse', '{ PreToolUse: ["*.a"] }', 'one dot at most, not "*.a".'],
    ['PreToolUse', '{ PreToolUse: [""] }', 'one dot at most, not "".'],
    [
      'before_tool_call',
      '{ before_tool_call: [a], PreToolUse: [b] }',
      'PreToolUse is there twice, under different names.',
    ],
  ])('of %s cannot be %s', (events, modify, message) => {
    const { issues, manifest } = read(events, modify);
    expect(issues.map((issue) => issue.code)).toEqual(['MANIFEST_MODIFY']);
    expect(issues[0]?.message).toContain(message);
    expect(issues[0]).toMatchObject({ line: 4 });
    expect(manifest).toBeNull();
  });

  it('says in the remedy what this event takes', () => {
    expect(read('PostToolUse', '{ PostToolUse: [timeout] }').issues[0]?.remedy).toBe(
      'For example: `modify: { PostToolUse: output }`.',
    );
  });

  it('is not judged again when the events themselves are wrong', () => {
    expect(read('[Nope]', '{ Nope: [a] }').issues.map((item) => item.code)).toEqual([
      'MANIFEST_UNKNOWN_EVENT',
    ]);
  });
});
