import { describe, expect, it } from 'vitest';
import { compactTrigger } from '../builtin.ts';

function ask(current: number, max: number, threshold?: number, isEnabled = true): unknown {
  return compactTrigger.decide({
    auto_compact_enabled: isEnabled,
    ...(threshold === undefined ? {} : { auto_compact_threshold: threshold }),
    usage: { input_tokens: 0, output_tokens: 0, current_context_window: current, max_context_window: max },
  } as Parameters<typeof compactTrigger.decide>[0]);
}
const compact = { callback: 'compact' };

describe('builtin:compact-trigger', () => {
  it('calls for `compact` where the threshold is reached, also when it is just equalled', () => {
    expect([ask(799, 1000, 0.8), ask(800, 1000, 0.8), ask(810, 1000, 0.8)]).toEqual([{}, compact, compact]);
    // A product would round past it.
    expect(ask(55, 100, 0.55)).toEqual(compact);
    expect(ask(1, 1, 1)).toEqual(compact);
  });

  it('takes 80 % where the host names no threshold above zero', () => {
    expect([ask(79, 100), ask(80, 100), ask(79, 100, 0), ask(80, 100, -1)]).toEqual([
      {},
      compact,
      {},
      compact,
    ]);
  });

  it('says nothing without a window, and where it is switched off, as in a host action', () => {
    expect([ask(10, 0), ask(10, -1), ask(0, 0), ask(100, 100, 0.8, false)]).toEqual([{}, {}, {}, {}]);
  });
});
