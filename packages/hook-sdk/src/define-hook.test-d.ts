import type { JsonValue } from '@hookmd/core/events';
import { expectTypeOf, it } from 'vitest';
import { defineHook, type Hook } from './define-hook.ts';
import type { StandardSchema } from './standard-schema.ts';
import { fixture } from './testing/fixture.ts';
import { runHook } from './testing/run-hook.ts';

/** In the tool's own words, and as the handler reads it: a schema may convert. */
declare const bash: StandardSchema<
  { command: string; timeout?: number },
  { command: string; timeout: number }
>;
declare const edit: StandardSchema<{ file_path: string; new_string: string }>;
declare const issue: StandardSchema<{ key: string }>;
declare const limits: StandardSchema<{ limit?: string }, { limit: number }>;

it('types the payload by the event', () => {
  defineHook({
    on: 'PreToolUse',
    run(event, h) {
      expectTypeOf(event.hook_event_name).toEqualTypeOf<'PreToolUse'>();
      expectTypeOf(event.tool_name).toBeString();
      expectTypeOf(event.tool.paths).toEqualTypeOf<readonly string[]>();
      // @ts-expect-error a typo in a field
      event.tool_nam;
      // @ts-expect-error a field of another event
      event.tool_response;
      return h.block('no');
    },
  });
});

it('offers on every event to show the user a string', () => {
  defineHook({ on: 'SessionEnd', run: (_event, h) => h.notifyUser('goodbye') });
});

it('offers only the verbs that the event permits', () => {
  defineHook({
    on: 'Stop',
    run(_event, h) {
      // @ts-expect-error a stop cannot be blocked; it can be continued
      h.block('no');
      // @ts-expect-error nothing is about to be called
      h.modify({});
      return [h.continueWith('go on', 'and on')];
    },
  });
  defineHook({
    on: 'SessionEnd',
    run(_event, h) {
      // @ts-expect-error nothing can be changed at the end of a session
      h.addContext('too late');
      h.log('bye');
    },
  });
  defineHook({
    on: 'PreModelCall',
    run: (_event, h) => [h.hint('never push'), h.redact('token', 'auth.key')],
  });
  defineHook({
    on: 'PreModelCall',
    // @ts-expect-error keys are taken out there, not an output
    run: (_event, h) => h.redact({ stdout: '' }),
  });
  defineHook({ on: 'PostToolUse', run: (_event, h) => [h.block('told'), h.redact({ stdout: '' })] });
  defineHook({ on: 'PermissionRequest', run: (_event, h) => [h.allow(), h.modify({ a: 1 })] });
  defineHook({ on: 'PreToolSelection', run: (_event, h) => h.keepTools('Read') });
  defineHook({
    on: 'TurnEnd',
    run: async (_event, h) => h.callback('compact', { keep: '10' }),
  });
});

it('tells the tools of a hook apart, each with the input of its schema', () => {
  defineHook({
    on: 'PreToolUse',
    tools: { Bash: bash, Edit: edit, 'mcp__jira__*': issue },
    run(event, h) {
      expectTypeOf(event.tool_name).toEqualTypeOf<'Bash' | 'Edit' | `mcp__jira__${string}`>();
      expectTypeOf(event.session_id).toBeString();
      if (event.tool_name === 'Bash') {
        expectTypeOf(event.tool_input).toEqualTypeOf<{ command: string; timeout: number }>();
        return h.modify({ timeout: 1 });
      }
      if (event.tool_name === 'Edit') return h.modify({ new_string: '' });
      expectTypeOf(event.tool_input).toEqualTypeOf<{ key: string }>();
      return undefined;
    },
  });
});

it('types a patch by what the schema takes, not by what it gives', () => {
  defineHook({
    on: 'PreToolUse',
    tools: { Bash: bash },
    run(event, h) {
      expectTypeOf(event.tool_name).toEqualTypeOf<'Bash'>();
      expectTypeOf(h.modify).parameter(0).toEqualTypeOf<{ command?: string; timeout?: number }>();
      // @ts-expect-error a typo in a key of the patch
      h.modify({ timeuot: 1 });
      // @ts-expect-error another type than the tool takes
      h.modify({ timeout: '1' });
      return h.modify({ timeout: event.tool_input.timeout / 2 });
    },
  });
});

it('knows the tools also after the call', () => {
  defineHook({
    on: 'PostToolUse',
    tools: { Bash: bash },
    run(event) {
      expectTypeOf(event.tool_input.timeout).toBeNumber();
      event.tool_response;
    },
  });
});

it('types options by their schema', () => {
  defineHook({
    on: 'Stop',
    options: limits,
    run(_event, h) {
      expectTypeOf(h.options).toEqualTypeOf<{ limit: number }>();
    },
  });
  defineHook({
    on: 'Stop',
    run(_event, h) {
      expectTypeOf(h.options['anything']).toEqualTypeOf<JsonValue | undefined>();
      expectTypeOf(h.signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(h.env['PATH']).toEqualTypeOf<string | undefined>();
    },
  });
});

it('does not compile what would be a hook that never works', () => {
  // @ts-expect-error a typo in an event
  defineHook({ on: 'PreToolUs', run() {} });
  // @ts-expect-error a typo in a key
  defineHook({ on: 'Stop', tool: {}, run() {} });
  // @ts-expect-error without `run`
  defineHook({ on: 'Stop' });
  // @ts-expect-error a stop is not about a tool
  defineHook({ on: 'Stop', tools: { Bash: bash }, run() {} });
  // @ts-expect-error no schema
  defineHook({ on: 'PreToolUse', tools: { Bash: { command: 'string' } }, run() {} });
  // @ts-expect-error a stop permits no block, so neither does its failure
  defineHook({ on: 'Stop', onFailure: 'block', run() {} });
  // @ts-expect-error after the call it is too late to block
  defineHook({ on: 'PostToolUse', onFailure: 'block', run() {} });
  defineHook({ on: 'PreToolUse', onFailure: 'block', run() {} });
  // @ts-expect-error an answer that is not a result
  defineHook({ on: 'PreToolUse', run: () => ({ decision: 'block', reason: 'by hand' }) });
  // @ts-expect-error a value that is no answer
  defineHook({ on: 'PreToolUse', run: () => true });
});

it('types what a test asks and is told', async () => {
  const hook = defineHook({ on: 'PreToolUse', tools: { Bash: bash }, run: (_event, h) => h.block('no') });
  expectTypeOf(hook).toEqualTypeOf<Hook<'PreToolUse'>>();
  const decision = await runHook(hook, fixture.preToolUse({ tool_input: { command: 'ls' } }));
  expectTypeOf(decision.decision).toEqualTypeOf<'none' | 'allow' | 'ask' | 'block'>();
  // @ts-expect-error another event than the hook's
  await runHook(hook, fixture.stop());
  // @ts-expect-error a typo in a field
  fixture.preToolUse({ tool_nam: 'Bash' });
  // @ts-expect-error no such event
  fixture.preToolUs;
});
