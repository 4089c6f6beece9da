import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newTraceIds, ulid } from './ids.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('trace ids', () => {
  test('without a traceparent a new trace begins', () => {
    const ids = newTraceIds();
    expect(ids).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentSpanId: null,
    });
    expect(newTraceIds().traceId).not.toBe(ids.traceId);
  });

  test('with a traceparent the span belongs to it', () => {
    for (const text of [
      `00-${TRACE}-${SPAN}-01`,
      ` 00-${TRACE}-${SPAN}-00 `,
      `01-${TRACE}-${SPAN}-01-later`,
    ]) {
      const ids = newTraceIds(text);
      expect(ids).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
      expect(ids.spanId).not.toBe(SPAN);
    }
  });

  test.each([
    '',
    'nonsense',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
  ])('"%s" is no traceparent: a new trace begins', (text) => {
    expect(newTraceIds(text)).toMatchObject({ parentSpanId: null });
    expect(newTraceIds(text).traceId).not.toContain('0'.repeat(32));
  });
});

describe('event ids', () => {
  test('hold their time as the ULID specification says', () => {
    expect(ulid(1_469_918_176_385).slice(0, 10)).toBe('01ARYZ6S41');
    expect(ulid(0)).toMatch(/^0{10}[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  test('sort by their time and differ within it', () => {
    const time = fc.integer({ min: 0, max: 2 ** 47 });
    fc.assert(
      fc.property(time, time, (a, b) => {
        if (a !== b) expect(ulid(a) < ulid(b)).toBe(a < b);
        expect(ulid(a)).not.toBe(ulid(a));
      }),
    );
  });
});
