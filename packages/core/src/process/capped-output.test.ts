import { describe, expect, it } from 'vitest';
import { CappedOutput } from './supervise.ts';

describe('CappedOutput', () => {
  it('joins chunks in order', () => {
    const output = new CappedOutput(100);
    const accepted = ['one ', 'two ', '', 'three'].map((text) => output.append(Buffer.from(text)));
    expect(accepted).toEqual([true, true, true, true]);
    expect(output.bytes().toString()).toBe('one two three');
  });

  it('keeps the first part of what does not fit, and says so', () => {
    const output = new CappedOutput(5);
    expect(output.append(Buffer.from('1234'))).toBe(true);
    expect(output.append(Buffer.from('5678'))).toBe(false);
    expect(output.append(Buffer.from('9'))).toBe(false);
    expect(output.bytes().toString()).toBe('12345');
  });

  it('holds nothing beyond its cap, however small or large the chunks', () => {
    const drip = new CappedOutput(100_000);
    const byte = Buffer.from('x');
    for (let count = 0; count < 100_000; count += 1) drip.append(byte);
    expect(drip.append(byte)).toBe(false);
    expect(drip.bytes().buffer.byteLength).toBe(100_000);
    const flood = new CappedOutput(10);
    expect(flood.append(Buffer.alloc(1000))).toBe(false);
    expect(flood.bytes()).toHaveLength(10);
  });

  it('is empty before the first chunk', () => {
    expect(new CappedOutput(5).bytes()).toHaveLength(0);
  });
});
