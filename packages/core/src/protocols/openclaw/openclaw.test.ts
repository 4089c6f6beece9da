import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import type { JsonValue } from '../../events/json.ts';
import { foreignNames } from '../foreign-names.ts';
import { openclaw } from './openclaw.ts';

function event(hook_event_name: EventName, fields: Readonly<Record<string, unknown>> = {}): HookEvent {
  return {
    hook_event_name,
    event_id: '01ARYZ6S410000000000000000',
    session_id: 's1',
    project_dir: '/project',
    transcript_path: null,
    invoked_by: 'main',
    agent: { name: 'claude-code', version: null, native_event: hook_event_name },
    ...fields,
  } as unknown as HookEvent;
}

const rows = foreignNames.filter((row) => row.vocabulary === 'openclaw' && row.events.length > 0);

describe('what a handler of OpenClaw is given', () => {
  it.each(rows)('at $name has its type, its action and what it may push to', ({ name, events }) => {
    for (const item of events) {
      const native = openclaw.writeEvent(event(item), name);
      expect(`${native['type']}:${native['action']}`).toBe(name);
      expect(native).toMatchObject({ sessionKey: 's1', messages: [], context: { workspaceDir: '/project' } });
      expect(native['timestamp']).toBe('2016-07-30T22:36:16.385Z');
    }
  });

  it.each<[family: string, EventName, fields: object, action: string]>([
    ['command', 'SessionStart', { source: 'startup' }, 'new'],
    ['command', 'SessionEnd', { reason: 'clear' }, 'reset'],
    ['command', 'SessionEnd', { reason: 'logout' }, 'stop'],
    ['command', 'SessionEnd', {}, 'stop'],
    ['session', 'SessionEnd', { reason: 'logout' }, 'auto-reset'],
    ['session', 'PreCompact', {}, 'compact:before'],
    ['session', 'PostCompact', {}, 'compact:after'],
    ['message', 'UserPromptSubmit', {}, 'received'],
    ['message', 'Stop', {}, 'sent'],
    ['agent', 'SessionStart', {}, 'bootstrap'],
    ['gateway', 'Setup', {}, 'startup'],
  ])('of the family %s at %s with %o is %s', (family, name, fields, action) => {
    expect(openclaw.writeEvent(event(name, { ...fields }), family)).toMatchObject({ type: family, action });
  });

  it('keeps the one action that a hook asked for', () => {
    const ended = event('SessionEnd', { reason: 'logout' });
    expect(openclaw.writeEvent(ended, 'command:reset')).toMatchObject({ type: 'command', action: 'reset' });
  });

  it('has the words of a message, the file of a session, and no files of its own at the start', () => {
    expect(
      openclaw.writeEvent(event('UserPromptSubmit', { prompt: 'hi' }), 'message:received'),
    ).toMatchObject({
      context: { from: 'user', content: 'hi', channelId: 'claude-code', timestamp: 1469918176385 },
    });
    const sent = event('Stop', { last_assistant_message: 'done' });
    expect(openclaw.writeEvent(sent, 'message:sent')).toMatchObject({
      context: { content: 'done', success: true },
    });
    const ended = event('SessionEnd', { reason: 'clear', transcript_path: '/t.jsonl' });
    expect(openclaw.writeEvent(ended, 'command:reset')).toMatchObject({
      context: {
        sessionEntry: { sessionId: 's1', sessionFile: '/t.jsonl' },
        commandSource: 'claude-code',
        reason: 'clear',
      },
    });
    expect(openclaw.writeEvent(event('SessionStart'), 'agent:bootstrap')).toMatchObject({
      context: { bootstrapFiles: [] },
    });
  });

  it('has the fields of an event that OpenClaw does not know under its own name', () => {
    const call = event('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
    expect(openclaw.writeEvent(call, 'PreToolUse')).toMatchObject({
      type: 'PreToolUse',
      action: '',
      context: { tool_name: 'Bash', tool_input: { command: 'ls' } },
    });
  });
});

describe('what it did to its event', () => {
  const read = (document: JsonValue, name = 'agent:bootstrap') =>
    openclaw.readOutput(document, event('SessionStart'), name);

  it('shows its messages to the user, and its files to the model', () => {
    const bootstrapFiles = [
      { name: 'RULES.md', path: '/project/docs/RULES.md', content: 'Be kind.\n', missing: false },
      { name: 'MORE.md', content: 'And brief.' },
    ];
    expect(read({ messages: ['one', 'two'], bootstrapFiles })).toEqual({
      output: {
        userMessages: ['one', 'two'],
        context: ['## /project/docs/RULES.md\n\nBe kind.', '## MORE.md\n\nAnd brief.'],
      },
      warnings: [],
    });
  });

  it('says nothing by files that are missing or empty, and by empty messages', () => {
    const bootstrapFiles = [
      { name: 'A.md', path: '/a', missing: true },
      { name: 'B.md', content: ' ' },
    ];
    expect(read({ messages: ['', ' \n'], bootstrapFiles })).toEqual({ output: {}, warnings: [] });
  });

  it('keeps a heading to one line', () => {
    expect(read({ bootstrapFiles: [{ name: 'a\n\n# b', content: 'c' }] })).toMatchObject({
      output: { context: ['## a # b\n\nc'] },
    });
    expect(read({ bootstrapFiles: [{ path: '', content: 'c' }] })).toMatchObject({
      output: { context: ['## a file without a name\n\nc'] },
    });
  });

  it('leaves out what is neither, and says so', () => {
    expect(read({ messages: ['a', 5], bootstrapFiles: ['AGENTS.md', { name: 'x' }] })).toEqual({
      output: { userMessages: ['a'] },
      warnings: [
        '`messages[1]` is not a string, and left out',
        '`bootstrapFiles[0]` is no file with content, and left out',
        '`bootstrapFiles[1]` is no file with content, and left out',
      ],
    });
    expect(read({ bootstrapFiles: [{ name: 'x', content: 'y' }] }, 'command:new')).toEqual({
      output: {},
      warnings: ['`bootstrapFiles` has no effect at command:new; files are added at agent:bootstrap'],
    });
  });

  it('is no answer where it is no object, or has no lists', () => {
    expect(read([])).toEqual({ error: 'the output is not a JSON object' });
    expect(read({ messages: 'hello' })).toEqual({ error: '`messages` must be a list' });
    expect(read({ bootstrapFiles: {} })).toEqual({ error: '`bootstrapFiles` must be a list' });
  });
});
