import { join } from 'node:path';
import type { EventName, JsonObject } from '@hookmd/core/events';
import type { JsonSyntax, RegistrationForm, RegistrationScope } from './registration.ts';

/** Settings in Claude's shape: `hooks: {EVENT: [{matcher, hooks: [{type: command, command, timeout}]}]}`. */
export function hookGroups({
  files,
  reads,
  unitMs,
  matchers = {},
}: {
  /** Its name in the folder of each scope. */
  readonly files: Readonly<Partial<Record<RegistrationScope, string>>>;
  readonly reads: JsonSyntax;
  /** Milliseconds in a unit of its time limits. */
  readonly unitMs: number;
  /** Where it watches only what is named. */
  readonly matchers?: Readonly<Partial<Record<EventName, string>>>;
}): RegistrationForm {
  return ({ folder, scope, events }) => [
    {
      kind: 'document',
      path: join(folder, files[scope] ?? ''),
      base: {},
      reads,
      parts: events.map(({ event, native, budgetMs, command }) => {
        const timeout = Math.ceil(budgetMs / unitMs);
        const hooks: JsonObject[] = [{ type: 'command', command, timeout }];
        const matcher = matchers[event];
        return {
          kind: 'hook',
          at: ['hooks', native],
          event,
          value: matcher === undefined ? { hooks } : { matcher, hooks },
        };
      }),
    },
  ];
}
