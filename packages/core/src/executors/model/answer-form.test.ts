import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventName, eventNames, eventRow } from '../../events/events.ts';
import type { Phase } from '../../events/outcome.ts';
import type { ModelTask } from './model-caller.ts';
import { outputForm } from './run-model.ts';

function taskOf(event: EventName, given: Partial<ModelTask> = {}): ModelTask {
  const model = { provider: 'google', model: 'm' } as const;
  const { permits } = eventRow(event);
  return { model, event, phase: 'guard', permits, preApproves: false, projectDir: '/p', ...given };
}

const read = (event: EventName, output: unknown, given: Partial<ModelTask> = {}) =>
  outputForm(taskOf(event, given)).read(output);

describe('the form of an answer', () => {
  it('has what the event permits, and asks for all of it', () => {
    const keys = (event: EventName, phase: Phase = 'guard') =>
      outputForm(taskOf(event, { phase })).schema['required'];
    expect(keys('UserPromptSubmit')).toEqual(['decision', 'reason', 'context']);
    expect(keys('Stop')).toEqual(['decision', 'reason']);
    expect(keys('SessionStart')).toEqual(['reason', 'context']);
    expect(keys('UserPromptSubmit', 'observe')).toEqual(['reason', 'context']);
    expect(keys('UserPromptSubmit', 'recheck')).toEqual(['decision', 'reason']);
  });

  it('means by a block what the class of the event means', () => {
    const output = { decision: 'block', reason: ' why ' };
    expect(read('PreToolUse', output)).toEqual({ output: { decision: 'block', reason: 'why' } });
    expect(read('PostToolUse', output)).toEqual({ output: { feedback: 'why' } });
    expect(read('Stop', output)).toEqual({ output: { followUps: ['why'] } });
    expect(read('Stop', { decision: 'block' })).toEqual({
      output: { followUps: ['blocked without a reason'] },
    });
  });

  it('approves in advance only where the hook may', () => {
    expect(read('PreToolUse', { decision: 'allow' })).toEqual({ output: {} });
    expect(read('PreToolUse', { decision: 'allow' }, { preApproves: true })).toEqual({
      output: { decision: 'allow' },
    });
  });

  it('takes `ask` only where somebody can be asked', () => {
    expect(read('PreToolUse', { decision: 'ask' })).toEqual({ output: { decision: 'ask' } });
    expect(read('Stop', { decision: 'ask' })).toEqual({ error: '`decision` is none of allow, block' });
  });

  it('never lets through more than it has, whatever is said', () => {
    const words = [
      'decision',
      'reason',
      'context',
      'input',
      'output',
      'updatedInput',
      'continue',
      'decision',
      '__proto__',
    ];
    const value = fc.oneof(fc.constantFrom('allow', 'block', 'ask'), fc.jsonValue());
    const result = fc.oneof(fc.dictionary(fc.constantFrom(...words), value), fc.jsonValue());
    fc.assert(
      fc.property(result, fc.constantFrom(...eventNames), (item, event) => {
        const reading = read(event, item);
        if ('error' in reading) return;
        const parts = ['decision', 'reason', 'context', 'feedback', 'followUps'];
        expect(Object.keys(reading.output).filter((key) => !parts.includes(key))).toEqual([]);
        expect(['block', 'ask', undefined]).toContain(reading.output.decision);
      }),
      { numRuns: 2_000 },
    );
  });
});
