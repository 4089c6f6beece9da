import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRedactor } from '../contracts/redact.ts';
import type { HookEvent, ToolView } from '../events/event.ts';
import { recordedCall } from './call-text.ts';

const TOKEN = `ghp_${'Ab3'.repeat(12)}`;

function callOf(
  event: object,
  payloads: 'none' | 'summary' | 'redacted' = 'summary',
  removed: string[] = [],
) {
  return recordedCall(event as HookEvent, makeRedactor(removed), payloads);
}

function shell(command: string): object {
  const tool: ToolView = { kind: 'shell', native_name: 'Bash', command, paths: [], mcp: null };
  return { tool, tool_input: { command, token: TOKEN } };
}

describe('what the event log has of a call', () => {
  it.each<[string, object, string | undefined]>([
    ['a command in one line', shell('git push \\\n  -f\u0007'), 'git push \\ -f'],
    [
      'the files of an edit',
      { tool: { command: null, paths: ['a.ts', 'b.ts'] }, tool_input: {} },
      'a.ts, b.ts',
    ],
    [
      'an address',
      { tool: { command: null, paths: [] }, tool_input: { url: 'https://x.example' } },
      'https://x.example',
    ],
    ['a prompt', { prompt: 'delete the database' }, 'delete the database'],
    ['nothing of an event without either', {}, undefined],
    ['no more than one line', shell('x '.repeat(400)), `${'x '.repeat(80).slice(0, 159)}…`],
  ])('is %s', (_, event, call) => {
    expect(callOf(event)).toEqual(call === undefined ? {} : { call });
  });

  it('is up to the user', () => {
    expect(callOf(shell('ls'), 'none')).toEqual({});
    expect(callOf(shell('ls'), 'redacted')).toEqual({
      call: 'ls',
      input: '{"command":"ls","token":"[redacted]"}',
    });
  });

  it('has no value that a hook removed', () => {
    expect(callOf(shell('login hunter2 x'), 'redacted', ['hunter2'])).toEqual({
      call: 'login [redacted] x',
      input: '{"command":"login [redacted] x","token":"[redacted]"}',
    });
  });

  it('has no half of a token behind a secret that is as long as what is read', () => {
    const lines = `${'A'.repeat(63)}\n`.repeat(126);
    const key = `-----BEGIN PRIVATE KEY-----\n${lines}-----END PRIVATE KEY-----`;
    expect(key.length).toBeGreaterThan(8_100);
    expect(callOf(shell(`${key} ${TOKEN}${'b'.repeat(200)}`)).call).toBe('[redacted]');
  });

  it('has no part of a token, wherever it is in a command of any length', () => {
    const lengths = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 8_000, max: 8_300 }));
    fc.assert(
      fc.property(lengths, fc.constantFrom('a', ' ', `${TOKEN} `), (length, filler) => {
        const before = filler.repeat(Math.floor(length / filler.length));
        const { call = '', input = '' } = callOf(shell(`${before} ${TOKEN} end`), 'redacted');
        expect(call + input).not.toMatch(/ghp_[A-Za-z0-9]{8}/);
      }),
      { numRuns: 40 },
    );
  });
});
