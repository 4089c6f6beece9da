import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import { parseCondition } from '../matching/condition.ts';
import { viewTool } from '../matching/tool-view.ts';
import type { ActiveHook } from '../registry/active-set.ts';
import { type PlannedHook, skipAll } from './plan.ts';

const input = { command: 'cd app && npm test' };
const event = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: input,
  tool: viewTool('Bash', 'Bash', input),
  cwd: '/project',
} as unknown as HookEvent;

/** Few conditions are not looked up in their set. */
const NO_SET = { hooks: [] };

function planned(name: string, condition: string | null, phase: PlannedHook['phase'] = 'guard'): PlannedHook {
  const hook = { name, qualifiedName: `user/${name}`, source: 'user', mode: 'command' };
  const compiled = condition === null ? null : parseCondition(condition);
  return {
    hook: { ...hook, condition: compiled } as ActiveHook,
    name: 'PreToolUse',
    phase,
    isAsync: false,
    permits: [],
    modify: null,
    unhonoured: [],
  };
}

async function turnedAway(...hooks: readonly PlannedHook[]): Promise<readonly unknown[] | null> {
  const rows = await skipAll(hooks, NO_SET, event, { HOME: '/home/u' });
  return rows?.map(({ name, phase, cause }) => [name, phase, cause]) ?? null;
}

describe('an event for which no condition holds', () => {
  it('has a row for every hook, in its phase, with the condition as the reason', async () => {
    const rows = await skipAll([planned('a', 'Bash(git push*)')], NO_SET, event, {});
    expect(rows?.[0]?.reason).toBe('its condition Bash(git push*) does not match');
    expect(
      await turnedAway(
        planned('a', 'Bash(git push*)', 'transform'),
        planned('b', 'Edit(src/**)'),
        planned('c', 'mcp', 'observe'),
      ),
    ).toEqual([
      ['a', 'transform', 'NO_MATCH'],
      ['b', 'guard', 'NO_MATCH'],
      ['c', 'observe', 'NO_MATCH'],
    ]);
  });

  it('is not turned away where one hook has none', async () => {
    expect(await turnedAway(planned('a', 'Edit'), planned('b', null))).toBeNull();
  });

  it('is not turned away where one holds, for a part of the command or for the tool by its kind', async () => {
    expect(await turnedAway(planned('a', 'Edit'), planned('b', 'Bash(npm*)'))).toBeNull();
    expect(await turnedAway(planned('a', 'shell'))).toBeNull();
  });

  it('asks nobody where nobody is planned', async () => {
    expect(await turnedAway()).toEqual([]);
  });
});
