import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { type OnceMemory, openOnce, openSession } from './sessions.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'hookmd-once-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const memoryOf = (session: string): OnceMemory => openOnce(state, openSession(state, 'a', session));
const hookOf = (per: 'session' | 'installation', key = 'k'): ActiveHook =>
  ({ once: { per, key } }) as ActiveHook;

describe('what was asked once', () => {
  test('is known to every process of the session, and to no other session', () => {
    const hook = hookOf('session');
    expect(memoryOf('s').isSpent(hook)).toBe(false);
    expect([memoryOf('s').claim(hook), memoryOf('s').claim(hook)]).toEqual([true, false]);
    expect([memoryOf('s').isSpent(hook), memoryOf('t').isSpent(hook)]).toEqual([true, false]);
    memoryOf('s').release(hook);
    expect(memoryOf('s').claim(hook)).toBe(true);
  });

  test('for the installation is known to all sessions, apart from what is of a session', () => {
    expect(memoryOf('s').claim(hookOf('installation'))).toBe(true);
    expect(memoryOf('t').isSpent(hookOf('installation'))).toBe(true);
    expect(memoryOf('t').isSpent(hookOf('session'))).toBe(false);
    expect(memoryOf('t').claim(hookOf('installation', 'other'))).toBe(true);
  });

  test('leaves alone who is asked always', () => {
    const hook = { once: null } as ActiveHook;
    expect([memoryOf('s').claim(hook), memoryOf('s').claim(hook), memoryOf('s').isSpent(hook)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is asked again where it cannot be remembered, and that is a problem', () => {
    writeFileSync(join(state, 'once'), 'a file');
    const memory = memoryOf('s');
    expect([memory.claim(hookOf('installation')), memory.claim(hookOf('installation'))]).toEqual([
      true,
      true,
    ]);
    expect(memory.problems).toEqual([expect.objectContaining({ code: 'SESSION_NOT_WRITABLE' })]);
  });
});
