import { describe, expect, it } from 'vitest';
import { type Decision, decisionOf } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import { claude } from './claude.ts';

const about = (event: EventName): HookEvent => ({ hook_event_name: event }) as HookEvent;

const write = (decided: Decision) => claude.writeDecision(decided, about(decided.event));

const output = (document: unknown, event: EventName = 'PreToolUse'): unknown =>
  claude.readOutput(document as never, about(event), event);

function decision(part: Partial<Decision>): Decision {
  return decisionOf('PreToolUse', part);
}

describe('an event with fields of another name', () => {
  it.each([
    ['FileChanged', { file_path: '/x', event: 'unlink' }, { change: 'unlink' }],
    ['PostCompact', { trigger: 'auto', compact_summary: 'short' }, { summary: 'short' }],
  ] as const)('%s has both names for a hook, and HookMD its own', (name, native, canonical) => {
    const read = claude.readEvent(native, name);
    expect(read).toMatchObject(canonical);
    const event = read as unknown as HookEvent;
    expect(claude.writeEvent(event, name)).toMatchObject({ ...native, ...canonical });
    expect(claude.readEvent(claude.writeEvent(event, name), name)).toEqual(event);
  });
});

describe('an answer', () => {
  it.each([
    ['block', 'block'],
    ['deny', 'block'],
    ['ask', 'ask'],
    ['allow', 'allow'],
    ['approve', 'allow'],
  ])('says %s as %s', (word, decision) => {
    expect(output({ decision: word, reason: 'why' })).toMatchObject({ output: { decision, reason: 'why' } });
  });

  it('that blocks a result is feedback, one that blocks a stop a follow-up', () => {
    expect(output({ decision: 'block', reason: 'r' }, 'PostToolUse')).toMatchObject({
      output: { feedback: 'r' },
    });
    expect(output({ decision: 'block', reason: 'r' }, 'Stop')).toMatchObject({
      output: { followUps: ['r'] },
    });
  });

  it('with context at the end of a turn sends the agent back to work', () => {
    const specific = { hookSpecificOutput: { additionalContext: 'run the tests' } };
    expect(output({ decision: 'block', reason: 'r', ...specific }, 'Stop')).toMatchObject({
      output: { followUps: ['r', 'run the tests'] },
      warnings: [],
    });
  });

  it('with `continue: false` halts, and blocks a gate with its stop reason', () => {
    expect(output({ continue: false, stopReason: 'enough' })).toMatchObject({
      output: { halt: { reason: 'enough' }, decision: 'block', reason: 'enough' },
    });
    expect(output({ continue: false, stopReason: 'enough' }, 'Stop')).toEqual({
      output: { halt: { reason: 'enough' } },
      warnings: [],
    });
  });

  it('with a key of another event is refused', () => {
    expect(output({ hookSpecificOutput: { updatedInput: {} } }, 'PostToolUse')).toHaveProperty('error');
    expect(output({ followUps: ['x'] })).toHaveProperty('error');
    expect(output({ hookSpecificOutput: { hookEventName: 'Stop' } })).toHaveProperty('error');
  });

  it('that repeats its payload is one warning', () => {
    const repeated = {
      session_id: 's',
      cwd: '/',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: {},
    };
    expect(output({ decision: 'block', ...repeated })).toEqual({
      output: { decision: 'block' },
      warnings: ['unknown keys `session_id`, `cwd`, `hook_event_name` and 2 more in the output'],
    });
  });

  it('that defers is no decision, with a warning', () => {
    expect(output({ hookSpecificOutput: { permissionDecision: 'defer' } })).toEqual({
      output: {},
      warnings: ['`permissionDecision: "defer"` is no decision here'],
    });
  });

  it('with an unknown key is read, with a warning', () => {
    expect(output({ decison: 'block' })).toEqual({
      output: {},
      warnings: ['unknown key `decison` in the output; did you mean `decision`?'],
    });
    for (const [key, meant] of [
      ['updatedInput', 'updatedInput'],
      ['context', 'additionalContext'],
    ] as const)
      expect(output({ [key]: 'x' })).toMatchObject({
        warnings: [expect.stringContaining(`did you mean \`hookSpecificOutput.${meant}\`?`)],
      });
  });

  it.each([[[]], ['text'], [null], [{ decision: 'maybe' }], [{ continue: 'no' }], [{ reason: 5 }]])(
    '%j is refused',
    (document) => {
      expect(output(document)).toHaveProperty('error');
    },
  );

  it('of null for input or output is no change', () => {
    expect(output({ hookSpecificOutput: { updatedInput: null } })).toEqual({ output: {}, warnings: [] });
    expect(output({ hookSpecificOutput: { updatedToolOutput: null } }, 'PostToolUse')).toEqual({
      output: {},
      warnings: [],
    });
  });
});

describe('a decision in Claude’s form', () => {
  it('that says nothing is silence', () => {
    expect(write(decision({}))).toBeNull();
  });

  it('is read back as it was meant', () => {
    const written = write(decision({ decision: 'block', reason: 'no', context: ['c'], userMessages: ['u'] }));
    expect(claude.readOutput(written ?? {}, about('PreToolUse'), 'PreToolUse')).toEqual({
      output: { decision: 'block', reason: 'no', context: ['c'], userMessages: ['u'] },
      warnings: [],
    });
  });

  it('carries a changed input, and none beside a block', () => {
    const changed = { input: { command: 'x' }, changed: ['command'] };
    expect(write(decision(changed))).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'x' } },
    });
    expect(JSON.stringify(write(decision({ ...changed, decision: 'block' })))).not.toContain('updatedInput');
  });

  it('answers a permission request with a behaviour', () => {
    const written = write(decision({ event: 'PermissionRequest', decision: 'block', reason: 'no' }));
    expect(claude.readOutput(written ?? {}, about('PermissionRequest'), 'PermissionRequest')).toMatchObject({
      output: { decision: 'block', reason: 'no' },
    });
  });

  it('is read back with what becomes of messages, tools and the conversation', () => {
    const readBack = (parts: Parameters<typeof decision>[0]): unknown => {
      const whole = decision(parts);
      const reading = claude.readOutput(write(whole) ?? {}, about(whole.event), whole.event);
      return 'error' in reading ? reading.error : reading.output;
    };
    const messages = [{ role: 'user', content: 'summary' }] as const;
    expect(readBack({ event: 'Stop', messages })).toEqual({ messages });
    expect(readBack({ event: 'TurnEnd', callback: { name: 'compact', args: { keep: '3' } } })).toEqual({
      callback: { name: 'compact', args: { keep: '3' } },
    });
    expect(readBack({ event: 'PreModelCall', messages, hints: ['a', 'b'] })).toEqual({ hint: 'a\n\nb' });
    expect(readBack({ event: 'PreToolSelection', tools: ['Read'] })).toEqual({ tools: ['Read'] });
  });

  it('sends feedback and follow-ups as `decision: block`', () => {
    expect(write(decision({ event: 'Stop', followUps: ['a', 'b'] }))).toEqual({
      decision: 'block',
      reason: 'a\n\nb',
    });
  });
});
