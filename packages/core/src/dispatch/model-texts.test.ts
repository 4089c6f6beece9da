/** The texts of a decision that a model reads: nothing in them is only of use to the user, or lifts a block. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { resolvePlaces } from '../discovery/places.ts';
import type { Decision } from '../events/decision.ts';
import type { EventName } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import { claude } from '../protocols/claude/claude.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { localHost, openRuntime } from '../runtime/open-runtime.ts';
import { makeHook } from './hook.fixture.ts';
import { withoutStore } from './result.ts';

const home = mkdtempSync(join(tmpdir(), 'hookmd-texts-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const COPY = `${home}/.local/state/hookmd/store/${'0123456789abcdef'.repeat(4)}`;
const events = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const;
const neverOpen = { isOpen: () => false, settle: () => {} };

async function decide(hook: ActiveHook, on: EventName): Promise<Decision> {
  const environment = { HOME: home };
  const places = resolvePlaces({ workDir: home, cwd: home, environment });
  const runtime = await openRuntime({ places, environment, cwd: home, host: localHost(claude) });
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'x' };
  const payload = { session_id: 's', cwd: home, prompt: 'p', ...call } as JsonObject;
  try {
    const given = { extraHooks: [hook], breakersOf: () => neverOpen };
    return (await runtime.dispatch(on, payload, given)).decision;
  } finally {
    await runtime.close();
  }
}

function textsForModel({ reason, context, feedback, followUps, hints, halt }: Decision): string {
  return [reason, ...context, ...feedback, ...followUps, ...hints, halt?.reason].join('\n');
}

const paths = fc.constantFrom(`${COPY}/handler.sh`, COPY, `"${COPY}/lib/x.sh": 4`, `${COPY}/a b`);
const words = fc.oneof(paths, fc.constantFrom('exited', 'with', 'é', '/store/', 'code 7:', 'store'));
const text = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const remedy = fc.constantFrom(
  '; run `hooks approve demo`',
  '. Run `hooks disable demo` to continue without it.',
  '. Then run `hooks enable demo --yes`.',
);

/** How a hook can fail, with a text in which HookMD names a fix for the user. */
const failures: Readonly<Record<string, (why: string) => ActiveHook>> = {
  'that throws': (why) =>
    makeHook(
      () => {
        throw new Error(why);
      },
      { onFailure: 'block' },
    ),
  'that cannot be started': (why) =>
    makeHook(() => undefined, { onFailure: 'block', argv: null, notRunnable: why }),
  'that lacks a requirement': (why) =>
    makeHook(() => undefined, {
      onFailure: 'block',
      missing: [{ code: 'X', message: why, remedy: 'Run `hooks config set x`.' }],
    }),
};

describe('what a model reads', () => {
  it.each(Object.keys(failures))('of a guard %s has no path of the store and no command', async (kind) => {
    const property = fc.asyncProperty(text, remedy, fc.constantFrom(...events), async (why, fix, on) => {
      const hook = { ...(failures[kind]?.(why + fix) as ActiveHook) };
      const events = makeHook(() => undefined, { on }).events;
      const read = textsForModel(await decide({ ...hook, events }, on));
      expect(read).not.toContain(COPY);
      expect(read).not.toMatch(/hooks (?:approve|disable|enable|allow|config)|onFailure/);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('in the words of a hook has no path of the store', async () => {
    const property = fc.asyncProperty(text, fc.constantFrom(...events), async (why, on) => {
      const output = { decision: 'block', reason: why, systemMessage: why, continue: true };
      const specific = { hookSpecificOutput: { hookEventName: on, additionalContext: why } };
      const read = textsForModel(
        await decide(
          makeHook(() => ({ ...output, ...specific }), { on }),
          on,
        ),
      );
      expect(read).not.toContain(COPY);
      expect(read.length).toBeGreaterThan(0);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('keeps what is no path of the store, in linear time', () => {
    expect(withoutStore(`sh: ${COPY}/lib/x.sh: line 4: /store/x`)).toBe('sh: lib/x.sh: line 4: /store/x');
    const startedAt = performance.now();
    expect(withoutStore(`/${'a'.repeat(1_000_000)}`).length).toBe(1_000_001);
    withoutStore(`${COPY}/`.repeat(5_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
