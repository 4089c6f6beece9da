import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { counted } from '@hookmd/core/text';
import type { Action } from '../action.ts';
import { publishedReleases } from '../releases/publisher.ts';
import { natsOptions, requireNats } from '../settings.ts';
import { connectNats, forgetMachine, readMachines } from '../sinks/nats.ts';
import { findMachine, type MachineRow, machineRows, unsentText } from './machines.ts';
import { machinesPage } from './page.ts';

export const action: Action = {
  usage: '',
  about: 'Show every machine: its agents, its release, what it has sent, and its problems.',
  options: [
    { flags: '--html <file>', about: 'write it as one page' },
    {
      flags: '--forget <id>',
      about: 'leave out a machine that is gone, until it reports again; the beginning of its id is enough',
    },
    {
      flags: '--fleet <dir>',
      about: 'compare with what is published in this directory of `hooks fleet init`',
    },
    ...natsOptions,
  ],
  examples: [
    'hooks fleet status',
    'hooks fleet status --html machines.html',
    'hooks fleet status --forget 3f9c21aa',
  ],
  async run(context) {
    const connection = await connectNats(await requireNats(context));
    const now = new Date();
    const fleet = context.text('fleet');
    const published = fleet === undefined ? undefined : publishedReleases(resolve(context.cwd, fleet));
    let rows: readonly MachineRow[];
    try {
      rows = machineRows(await readMachines(connection), now, published);
      const gone = context.text('forget');
      if (gone !== undefined) {
        const id = findMachine(
          gone,
          rows.map(({ machine }) => machine),
        );
        await forgetMachine(connection, id);
        rows = rows.filter(({ machine }) => machine !== id);
      }
    } catch (cause) {
      if (isHookError(cause)) throw cause;
      throw new HookError('NO_MACHINES', { detail: describeError(cause) }, { cause });
    } finally {
      await connection.close();
    }
    const file = context.text('html');
    if (file !== undefined) writePage(resolve(context.cwd, file), machinesPage(rows, now));
    if (context.isJson) context.print({ schema: 'hookmd.machines/1', machines: rows });
    else if (file !== undefined) context.out(`${counted(rows.length, 'machine')} in ${file}`);
    else for (const line of tableLines(rows)) context.out(line);
    return 0;
  },
};

function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page);
  } catch (cause) {
    throw new HookError('PAGE_NOT_WRITABLE', { path, detail: describeError(cause) }, { cause });
  }
}

const columns: readonly (readonly [string, (row: MachineRow) => string])[] = [
  ['ID', ({ machine }) => machine.slice(0, 8)],
  ['HOST', ({ host }) => host],
  ['USER', ({ user }) => user],
  [
    'AGENTS',
    ({ agents }) =>
      agents
        .filter(({ attached }) => attached)
        .map(({ name }) => name)
        .join(', ') || 'none',
  ],
  ['RELEASE', ({ release }) => release ?? 'none'],
  ['LAST EVENT', ({ lastEvent }) => (lastEvent === null ? 'none' : `${lastEvent.slice(0, 16)}Z`)],
  ['NOT SENT', unsentText],
  ['DROPPED', ({ dropped }) => String(dropped)],
];

function tableLines(rows: readonly MachineRow[]): readonly string[] {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, read]) => read(row)))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const [head = '', ...lines] = cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const wrong = rows.filter(({ problems }) => problems.length > 0).length;
  return [
    head,
    ...rows.flatMap(({ problems }, index) => [
      lines[index] ?? '',
      ...problems.map((problem) => `  ✗ ${problem}`),
    ]),
    `${counted(rows.length, 'machine')}, ${wrong} with problems`,
  ];
}
