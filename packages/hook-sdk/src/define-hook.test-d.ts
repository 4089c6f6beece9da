import { expectTypeOf, it } from 'vitest';
import { defineHook } from './define-hook.ts';

it('types the payload by the event', () => {
  defineHook({
    on: 'PreToolUse',
    run(event, h) {
      expectTypeOf(event.tool_name).toBeString();
      expectTypeOf(event.tool.paths).toEqualTypeOf<readonly string[]>();
      return h.block('no');
    },
  });
});

it('offers only the verbs that the event permits', () => {
  defineHook({
    on: 'Stop',
    run(_event, h) {
      // @ts-expect-error a stop cannot be blocked; it can be continued
      h.block('no');
      return h.continueWith('go on');
    },
  });
  defineHook({
    on: 'SessionEnd',
    run(_event, h) {
      // @ts-expect-error nothing can be changed at the end of a session
      h.addContext('too late');
    },
  });
});

it('knows the names of events', () => {
  // @ts-expect-error a typo in an event does not compile
  defineHook({ on: 'PreToolUs', run() {} });
});
