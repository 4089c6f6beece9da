/** Hooks that start together come to the decision of hooks that run one after another. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decision } from '../events/decision.ts';
import type { Callback } from '../executors/executor.ts';
import { claude } from '../protocols/claude/claude.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { joinParts } from '../registry/hook-index/index-file.ts';
import { localHost } from '../runtime/open-runtime.ts';
import { completeEvent } from './complete-event.ts';
import { dispatch } from './dispatch.ts';
import { makeHook } from './hook.fixture.ts';
import type { ModifierMemory } from './request.ts';

/** What a hook returns for a command: a pure function. */
type Answer = 'nothing' | 'context' | 'ask' | 'block' | 'halt' | 'fail' | { readonly command: string };

interface PureHook {
  readonly answers: Readonly<Record<string, Answer>>;
  /** How many turns of the event loop it takes. */
  readonly turns: number;
  readonly onFailure: 'continue' | 'block';
  readonly recheck: boolean;
}

const commands = ['ls', 'git push', 'rm -rf x'];
const answer = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Answer>('nothing') },
  { weight: 4, arbitrary: fc.constantFrom<Answer>('context', 'ask', 'block', 'halt', 'fail') },
  { weight: 2, arbitrary: fc.record({ command: fc.constantFrom(...commands) }) },
);
const pureHook: fc.Arbitrary<PureHook> = fc.record({
  answers: fc.record(Object.fromEntries(commands.map((command) => [command, answer]))),
  turns: fc.nat(6),
  onFailure: fc.constantFrom('continue', 'block'),
  recheck: fc.boolean(),
});

const outputs = {
  nothing: () => undefined,
  context: (name: string) => ({ hookSpecificOutput: { additionalContext: `${name} was here` } }),
  ask: (name: string) => ({ decision: 'ask', reason: `${name} asks` }),
  block: (name: string) => ({ decision: 'block', reason: `${name} blocks` }),
  halt: (name: string) => ({ continue: false, stopReason: `${name} halts` }),
  fail: (name: string) => {
    throw new Error(`${name} fails`);
  },
} as const;

interface Run {
  readonly name: string;
  readonly command: string;
}

function activeHook(hook: PureHook, index: number, protocol: 'claude' | 'hookmd', runs: Run[]): ActiveHook {
  const name = `h${index}`;
  const callback: Callback = async ({ tool_input: input }) => {
    const command = String((input as { command: string }).command);
    runs.push({ name, command });
    for (let turn = 0; turn < hook.turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const given = hook.answers[command] ?? 'nothing';
    return typeof given === 'string' ? outputs[given](name) : { hookSpecificOutput: { updatedInput: given } };
  };
  const { onFailure, recheck } = hook;
  return makeHook(callback, { name, protocol, order: index, preApprove: false, onFailure, recheck });
}

interface Dispatched {
  readonly decision: Omit<Decision, 'hooks' | 'durationMs'>;
  readonly runs: readonly Run[];
}

async function run(
  pure: readonly PureHook[],
  protocol: 'claude' | 'hookmd',
  modifiers?: ModifierMemory,
): Promise<Dispatched> {
  const runs: Run[] = [];
  const completion = completeEvent(
    claude.readEvent({ tool_name: 'Bash', tool_input: { command: 'ls' } }, 'PreToolUse'),
    { event: 'PreToolUse', eventId: 'e', agent: 'test', cwd: '/', projectDir: () => '/' },
  );
  if ('problems' in completion) throw new Error(completion.problems.join('; '));
  const { decision } = await dispatch({
    event: completion.event,
    set: { ...joinParts([]), hooks: pure.map((hook, index) => activeHook(hook, index, protocol, runs)) },
    host: localHost(claude),
    environment: {},
    traceId: '0'.repeat(32),
    spanId: '0'.repeat(16),
    owner: {},
    breakers: { isOpen: () => false, settle: () => {} },
    dataDir: () => '/',
    modifiers,
  });
  const { hooks, durationMs, ...rest } = decision;
  return { decision: rest, runs };
}

function remember(): ModifierMemory {
  const known = new Set<string>();
  return { has: ({ name }) => known.has(name), add: ({ name }) => known.add(name) };
}

it('has the decision of hooks that run one after another, whatever they return and however long they take', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pureHook, { minLength: 2, maxLength: 7 }), async (hooks) => {
      const expected = await run(hooks, 'hookmd');
      const modifiers = remember();
      for (const memory of [undefined, modifiers, modifiers]) {
        expect((await run(hooks, 'claude', memory)).decision).toEqual(expected.decision);
      }
    }),
    { numRuns: 200 },
  );
});

it('runs no hook more than twice before the re-check, and with a known modifier only once', async () => {
  const never = { ...Object.fromEntries(commands.map((command) => [command, 'nothing' as const])) };
  const hook = (answers: PureHook['answers']): PureHook => ({
    answers: { ...never, ...answers },
    turns: 0,
    onFailure: 'continue',
    recheck: true,
  });
  const hooks = [
    hook({ ls: { command: 'git push' } }),
    hook({ 'git push': { command: 'rm -rf x' } }),
    hook({}),
  ];
  const modifiers = remember();
  const ran = async (): Promise<readonly string[]> =>
    (await run(hooks, 'claude', modifiers)).runs.map(({ name, command }) => `${name}: ${command}`);
  const inTurn = ['h0: ls', 'h1: git push', 'h2: rm -rf x', 'h0: rm -rf x'];
  expect(await ran()).toEqual(['h0: ls', 'h1: ls', 'h2: ls', ...inTurn.slice(1)]);
  expect(await ran()).toEqual(inTurn);
});
