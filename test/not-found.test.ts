/** What is not found ends each command in one way: 1 where it might be there, 2 where the word itself is wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../packages/core/src/errors/catalogue.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { enableHooks } from './support/runtime.ts';
import { makeScratch } from './support/scratch.ts';

/** `null` = it takes a server; what throws it is played elsewhere, and ends with what its row says. */
const rows: Readonly<Record<string, { readonly exit: 1 | 2; readonly calls: readonly string[] | null }>> = {
  HOOK_NOT_FOUND: {
    exit: 1,
    calls: [
      ...['info', 'enable', 'disable', 'trust', 'diff', 'check', 'test', 'dev', 'build'].map(
        (name) => `${name} nobody`,
      ),
      'log --hook nobody',
      'doctor --fire nobody',
    ],
  },
  TRACE_NOT_FOUND: { exit: 1, calls: ['trace ffff'] },
  VERSION_NOT_FOUND: { exit: 1, calls: null },
  GIT_REF_NOT_FOUND: { exit: 1, calls: null },
  GIT_DIRECTORY_NOT_FOUND: { exit: 1, calls: null },
  PLUGIN_NOT_FOUND: { exit: 1, calls: null },
  SOURCE_NOT_FOUND: { exit: 1, calls: ['source remove nothing'] },
  COMMAND_NOT_FOUND: { exit: 2, calls: ['nothing', 'help nothing'] },
  EVENT_NOT_FOUND: {
    exit: 2,
    calls: ['events Stpo', 'list --event Stpo', 'log --event Stpo', 'new x --event Stpo', 'run Stpo'],
  },
  AGENT_NOT_FOUND: {
    exit: 2,
    calls: ['agents nobody', 'attach nobody', 'detach nobody', 'doctor nobody', 'run Stop --agent nobody'],
  },
  CODE_NOT_FOUND: { exit: 2, calls: ['explain NOTHING'] },
  SETTING_NOT_FOUND: { exit: 2, calls: ['config get hooks.nothing', 'config set hooks.nothing 1'] },
  DIRECTORY_NOT_FOUND: {
    exit: 2,
    calls: [
      'list --root nowhere',
      'run Stop --root nowhere',
      'new x --root nowhere',
      'disable guard --here --root nowhere',
      'attach claude-code --yes --root nowhere',
    ],
  },
  SETTINGS_NOT_FOUND: {
    exit: 2,
    calls: ['list --settings nothing.json', 'run Stop --settings nothing.json'],
  },
};

describe('what is not found', () => {
  const scratch = makeScratch();
  const call = (line: string): Promise<Ended> => runHooks(scratch, line.split(' '), { stdin: '{}' });
  beforeAll(async () => {
    await enableHooks(scratch, [{ name: 'guard' }]);
    await call('run PreToolUse');
  });
  afterAll(() => scratch.remove());

  it('has one exit status for each code, and no code is left out', () => {
    const codes = Object.entries(catalogue()).filter(([code]) => code.endsWith('_NOT_FOUND'));
    const found = codes.map(([code, { exitCode = 2 }]) => [code, exitCode]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(rows).map(([code, { exit }]) => [code, exit])),
    );
  });

  it.each(
    Object.entries(rows).flatMap(([code, { exit, calls }]) =>
      (calls ?? []).map((line) => ({ code, exit, line })),
    ),
  )('ends `hooks $line` with $exit', async ({ code, exit, line }) => {
    const ended = await call(line);
    expect({ exit: ended.exit, code: ended.stderr.split(' ')[0] }).toEqual({ exit, code });
  });

  it('ends `hooks run --only` with 2: of an event 1 says that it may not go on', async () => {
    const ended = await call('run PreToolUse --only nobody');
    expect({ exit: ended.exit, code: ended.stderr.split(' ')[0] }).toEqual({
      exit: 2,
      code: 'HOOK_NOT_FOUND',
    });
  });
});
