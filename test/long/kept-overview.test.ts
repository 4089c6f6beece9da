import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { writeHook, writeText } from '../support/hook-package.ts';
import { type Call, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

/** `hooks list` keeps what it says. This holds it to saying nothing else than a fresh look would. */

async function list(scratch: Scratch, call: Call = {}): Promise<string> {
  const { stdout, stderr } = await runHooks(scratch, ['list', '--all'], call);
  return stdout + stderr;
}

/** What a look at everything says, with nothing kept. */
async function listAfresh(scratch: Scratch, call: Call = {}): Promise<string> {
  rmSync(overviews(scratch), { recursive: true, force: true });
  return list(scratch, call);
}

/** Lists until an overview is kept: nothing is kept of what was changed a moment ago. */
async function listUntilKept(scratch: Scratch, call: Call = {}): Promise<string> {
  for (;;) {
    const said = await list(scratch, call);
    if (isKept(scratch)) return said;
    await delay(50);
  }
}

const overviews = (scratch: Scratch): string => join(scratch.state, 'overview');
const isKept = (scratch: Scratch): boolean =>
  existsSync(overviews(scratch)) && readdirSync(overviews(scratch)).length > 0;
const inHooks = (scratch: Scratch, ...names: string[]): string =>
  join(scratch.home, '.hookmd/hooks', ...names);

function oneEntry(name: string, key = 'entries'): string {
  return JSON.stringify({ [key]: { Stop: [{ hooks: [{ type: 'command', name, command: 'true' }] }] } });
}
const inKodelet = (scratch: Scratch, name: string): string => join(scratch.home, '.kodelet/hooks', name);
const asked = 'echo before_tool_call';

interface Change {
  readonly does: (scratch: Scratch) => unknown;
  readonly call?: (scratch: Scratch) => Call;
  /** What must stand in the new list. */
  readonly shows: RegExp;
}

const changes: Readonly<Record<string, Change>> = {
  'a byte of a handler, in place': {
    does: (scratch) => appendFileSync(inHooks(scratch, 'guard', 'handler.sh'), '#'),
    shows: /^ {2}guard .*changed/m,
  },
  'other bytes of the same size and time': {
    does: (scratch) => {
      const path = inHooks(scratch, 'guard', 'handler.sh');
      writeFileSync(path, readFileSync(path, 'utf8').replace('exit 0', 'exit 2'));
      utimesSync(path, 1, 1);
    },
    shows: /^ {2}guard .*changed/m,
  },
  'a file more in a folder of a package': {
    does: (scratch) => writeFileSync(inHooks(scratch, 'guard', 'lib', 'more'), ''),
    shows: /^ {2}guard .*changed/m,
  },
  'an executable bit': {
    does: (scratch) => chmodSync(inHooks(scratch, 'other', 'handler.sh'), 0o644),
    shows: /other .*ineligible/,
  },
  'a package more': {
    does: (scratch) => writeHook(scratch, { name: 'third', exits: 0 }, 'Stop'),
    shows: /third .*untrusted/,
  },
  'a package less': {
    does: (scratch) => rmSync(inHooks(scratch, 'other'), { recursive: true }),
    shows: /^(?![\s\S]*\n {2}other )/,
  },
  'a folder that becomes a package': {
    does: (scratch) => writeFileSync(inHooks(scratch, 'empty', 'HOOK.md'), '---\nevents: [Stop]\n---\n'),
    shows: /empty .*invalid/,
  },
  'a project that gets hooks': {
    does: (scratch) => writeHook(scratch, { name: 'ours', at: 'project', exits: 0 }, 'Stop'),
    shows: /ours .*project .*untrusted/,
  },
  'a disabled hook': {
    does: (scratch) => runHooks(scratch, ['disable', 'guard']),
    shows: /^ {2}guard .*disabled/m,
  },
  'an enabled hook': {
    does: (scratch) => runHooks(scratch, ['enable', 'other', '--yes']),
    shows: /other .*ready/,
  },
  'a setting': {
    does: (scratch) =>
      writeText(join(scratch.home, '.hookmd/config.yaml'), { text: 'hooks: { enabled: false }\n' }),
    shows: /^ {2}guard .*disabled/m,
  },
  'a settings entry': {
    does: (scratch) => writeFileSync(join(scratch.project, '.hookmd/config.yaml'), oneEntry('later')),
    shows: /later .*project .*untrusted/,
  },
  'an entry in a file that the settings name': {
    does: (scratch) => writeFileSync(join(scratch.home, 'theirs.json'), oneEntry('theirs', 'hooks')),
    shows: /theirs .*user .*untrusted/,
  },
  'a script that an entry runs': {
    does: (scratch) => appendFileSync(join(scratch.project, 'script.sh'), '#'),
    shows: /entry .*changed/,
  },
  'a variable that is set': {
    does: () => {},
    call: () => ({ env: { TOKEN: 'x' } }),
    shows: /needy .*untrusted/,
  },
  'a variable that only the approved bytes need': {
    does: () => {},
    call: () => ({ env: { EARLIER: 'x' } }),
    shows: /edited .*the approved bytes go on running/,
  },
  'a program that turns up on PATH': {
    does: (scratch) =>
      writeText(join(scratch.dir, 'bin/wanted-program'), { text: '#!/bin/sh\n', mode: 0o755 }),
    call: (scratch) => ({ env: { TOKEN: 'x', PATH: `${join(scratch.dir, 'bin')}:${process.env['PATH']}` } }),
    shows: /programmed .*untrusted/,
  },
  'an approval that is gone': {
    does: (scratch) => rmSync(join(scratch.state, 'approvals'), { recursive: true }),
    shows: /^ {2}guard .*untrusted/m,
  },
  'an executable more': {
    does: (scratch) => writeHook(scratch, { name: 'second', asked }, 'Stop'),
    shows: /second .*untrusted/,
  },
  'a byte of an executable': {
    does: (scratch) => appendFileSync(inKodelet(scratch, 'bare'), '#'),
    shows: /bare .*changed/,
  },
  'a file that becomes an executable by its mode': {
    does: (scratch) => chmodSync(inKodelet(scratch, '.plain'), 0o755),
    shows: /\.plain .*untrusted/,
  },
  'an executable that is switched off by its name': {
    does: (scratch) => renameSync(inKodelet(scratch, 'bare'), inKodelet(scratch, 'bare.disable')),
    shows: /bare .*disabled/,
  },
  'what a link among executables leads to': {
    does: (scratch) => appendFileSync(join(scratch.dir, 'elsewhere', 'tool'), '#'),
    shows: /linked .*changed/,
  },
  'a project that gets an executable of the same name, and switches it off': {
    does: (scratch) => writeHook(scratch, { name: 'bare.disable', at: 'project', asked }, 'Stop'),
    shows: /bare .*ready .*disabled locally/,
  },
  'an executable that was asked and said no event': {
    does: async (scratch) => {
      writeHook(scratch, { name: 'second', asked: 'echo nonsense' }, 'Stop');
      await list(scratch);
      await runHooks(scratch, ['enable', 'second', '--yes']);
    },
    shows: /second .*invalid/,
  },
  'a stored copy that is gone': {
    does: (scratch) => renameSync(join(scratch.state, 'store'), join(scratch.state, 'gone')),
    shows: /^ {2}guard .*untrusted/m,
  },
};

async function prepare(scratch: Scratch): Promise<void> {
  writeHook(scratch, { name: 'guard', exits: 0, files: { 'lib/a': '' } }, 'PreToolUse');
  writeHook(scratch, { name: 'other', exits: 0 }, 'Stop');
  writeHook(scratch, { name: 'needy', exits: 0, front: { requires: { env: ['TOKEN'] } } }, 'Stop');
  writeHook(
    scratch,
    { name: 'programmed', exits: 0, front: { requires: { bins: ['wanted-program'] } } },
    'Stop',
  );
  writeHook(scratch, { name: 'edited', exits: 0, front: { requires: { env: ['EARLIER'] } } }, 'Stop');
  mkdirSync(inHooks(scratch, 'empty'));
  const runsScript = { type: 'command', name: 'entry', command: './script.sh' };
  writeText(join(scratch.project, 'script.sh'), { text: '#!/bin/sh\n', mode: 0o755 });
  writeText(join(scratch.project, '.hookmd/config.yaml'), {
    text: JSON.stringify({ entries: { Stop: [{ hooks: [runsScript] }] } }),
  });
  writeText(join(scratch.home, '.hookmd/config.yaml'), { text: 'entriesFrom: [~/theirs.json]\n' });
  writeText(join(scratch.home, 'theirs.json'), { text: '{}' });
  const { stdout } = await runHooks(scratch, ['info', 'entry', '--json']);
  await runHooks(scratch, ['enable', 'entry', '--yes', '--digest', JSON.parse(stdout).digest]);
  writeHook(scratch, { name: 'bare', asked }, 'Stop');
  writeText(inKodelet(scratch, '.plain'), { text: '#!/bin/sh\n', mode: 0o644 });
  const tool = `#!/bin/sh\n${asked}\n`;
  writeText(join(scratch.dir, 'elsewhere', 'tool'), { text: tool, mode: 0o755 });
  symlinkSync(join(scratch.dir, 'elsewhere', 'tool'), inKodelet(scratch, 'linked'));
  await runHooks(scratch, ['enable', 'guard', 'bare', 'linked', 'edited', '--yes']);
  writeHook(scratch, { name: 'edited', exits: 0 }, 'Stop');
}

describe.concurrent('the kept overview', () => {
  it.each(Object.entries(changes))('gives way to %s', async (_, { does, call, shows }) => {
    const scratch = makeScratch();
    try {
      await prepare(scratch);
      const path = `${join(scratch.dir, 'bin')}:${process.env['PATH']}`;
      const before = await listUntilKept(scratch, call === undefined ? {} : { env: { PATH: path } });
      expect(before).not.toMatch(shows);
      await does(scratch);
      const given = call?.(scratch);
      // The same PATH as before, or that alone would be the difference.
      const now = { ...given, env: { PATH: path, ...given?.env } };
      const said = await list(scratch, call === undefined ? {} : now);
      expect(said).toMatch(shows);
      expect(said).toBe(await listAfresh(scratch, call === undefined ? {} : now));
    } finally {
      scratch.remove();
    }
  });

  it('says the same as the look it was made from, and is not shown for another project', async () => {
    const scratch = makeScratch();
    try {
      await prepare(scratch);
      const first = await listUntilKept(scratch);
      expect(await list(scratch)).toBe(first);
      const elsewhere = { ...scratch, project: join(scratch.dir, 'second') };
      mkdirSync(join(elsewhere.project, '.git'), { recursive: true });
      expect(await list(elsewhere)).toContain('project second');
    } finally {
      scratch.remove();
    }
  });

  it('holds from the first on', async () => {
    const scratch = makeScratch();
    try {
      await prepare(scratch);
      await listUntilKept(scratch);
      for (const name of readdirSync(overviews(scratch))) {
        const file = join(overviews(scratch), name);
        writeFileSync(file, readFileSync(file, 'utf8').replace('"name":"guard"', '"name":"known"'));
      }
      expect(await list(scratch)).toMatch(/^ {2}known /m);
    } finally {
      scratch.remove();
    }
  });

  it('gives way to packages that were moved, and a link that follows them', async () => {
    const scratch = makeScratch();
    try {
      const [before, after] = [join(scratch.dir, 'dotfiles'), join(scratch.dir, 'moved')];
      const link = join(scratch.home, '.hookmd');
      mkdirSync(before);
      symlinkSync(before, link);
      writeHook(scratch, { name: 'guard', exits: 0, front: { command: 'sh ./handler.sh' } }, 'Stop');
      await runHooks(scratch, ['enable', 'guard', '--yes']);
      expect(await listUntilKept(scratch)).toMatch(/^ {2}guard .*ready/m);
      renameSync(before, after);
      rmSync(link);
      symlinkSync(after, link);
      // Approvals are bound to where a package really is.
      expect(await list(scratch)).toMatch(/^ {2}user\/guard .*untrusted/m);
    } finally {
      scratch.remove();
    }
  });

  it.each(['', '{', '{"schema":"hookmd.overview/1"}', 'null', '[]'])('does no harm as %s', async (text) => {
    const scratch = makeScratch();
    try {
      await prepare(scratch);
      const first = await listUntilKept(scratch);
      const [name = ''] = readdirSync(overviews(scratch));
      writeFileSync(join(overviews(scratch), name), text);
      const { exit, stdout, stderr } = await runHooks(scratch, ['list', '--all']);
      expect([exit, stdout + stderr]).toEqual([0, first]);
    } finally {
      scratch.remove();
    }
  });
});
