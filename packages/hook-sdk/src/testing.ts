export { type FixtureOf, fixture } from './testing/fixture.ts';
export { type HookCase, runCase } from './testing/run-case.ts';
export { type HookDecision, type RunOptions, runHook } from './testing/run-hook.ts';
