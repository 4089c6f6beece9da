import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import type { JsonValue } from '../events/json.ts';
import { applyContract } from './contract.ts';

const bash = { name: 'Bash', input_schema: { type: 'object', properties: {} } };
const read = { name: 'Read', input_schema: {} };

function offer(tools: readonly JsonValue[], proposal: readonly JsonValue[], isGranted = true): unknown {
  const event = { hook_event_name: 'PreToolSelection', tools } as unknown as HookEvent;
  const terms = { merge: 'replace', redactKeys: [] } as const;
  const decision = applyContract(event, { tools: proposal }, isGranted ? { tools: true } : null, terms);
  return 'violation' in decision ? decision.violation : [decision.event['tools'], decision.changed];
}

describe('what a hook leaves of the offered tools', () => {
  it('may be fewer, by name or as they are, and keeps the order of the host', () => {
    expect(offer(['Bash', 'Read', 'Write'], ['Write', 'Bash'])).toEqual([['Bash', 'Write'], ['tools']]);
    expect(offer([bash, read], ['Read'])).toEqual([[read], ['tools']]);
    expect(offer([bash, read], [{ input_schema: {}, name: 'Read' }])).toEqual([[read], ['tools']]);
    expect(offer([bash], [])).toEqual([[], ['tools']]);
  });

  it('may be all of them, also without a declaration', () => {
    expect(offer(['Bash', 'Read'], ['Read', 'Bash', 'Bash'], false)).toEqual([['Bash', 'Read'], []]);
  });

  it('may not be more, nor others', () => {
    expect(offer(['Bash'], ['Bash', 'Write'])).toBe('added the tool Write, but may only take tools away');
    expect(offer([bash], [{ ...bash, input_schema: {} }])).toBe(
      'changed the tool Bash, but may only take tools away',
    );
    expect(offer(['Bash'], ['constructor'])).toContain('added the tool constructor');
    expect(offer(['Bash'], [7])).toContain('added the tool 7');
  });

  it('needs a declaration', () => {
    expect(offer(['Bash', 'Read'], ['Bash'], false)).toContain('may not change anything');
  });
});
