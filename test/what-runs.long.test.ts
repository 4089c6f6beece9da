import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

/**
 * A table of interpreters and runners, crossed with the sources of hooks: no cell executes a payload, or content that nobody
 * approved. Programs that few machines have are stand-ins that do the worst: they run the first argument that is a file, and
 * standard input where there is none.
 */

const STAND_IN = `#!/bin/sh
for word in "$@"; do
  [ "$word" = "-" ] && exec /bin/sh
  [ -f "$word" ] && exec /bin/sh "$word"
done
exec /bin/sh
`;
/** Programs that run their arguments: one that lists of wrappers know, and one that none does. */
const WRAPPERS = ['busybox', 'wrapit'];
const WRAPPER = '#!/bin/sh\nexec "$@"\n';

/** Programs of this machine, with what a script of them writes to leave a mark. */
const real: Readonly<Record<string, (mark: string) => string>> = {
  sh: (mark) => `: > '${mark}'\n`,
  bash: (mark) => `: > '${mark}'\n`,
  node: (mark) => `require('fs').writeFileSync('${mark}', '');\n`,
  perl: (mark) => `open(my $f, '>', '${mark}');\n`,
};
const inShell = (mark: string): string => `: > '${mark}'\n`;

/** Command lines in front of the file. */
const runners: readonly (readonly [line: string, file: string])[] = [
  ['sh', 'F.sh'],
  ['bash', 'F.sh'],
  ['zsh', 'F.sh'],
  ['dash', 'F.sh'],
  ['fish', 'F.fish'],
  ['node', 'F.cjs'],
  ['deno run', 'F.ts'],
  ['bun', 'F.ts'],
  ['bun run', 'F.ts'],
  ['tsx', 'F.ts'],
  ['ts-node', 'F.ts'],
  ['zx', 'F.mjs'],
  ['python3', 'F.py'],
  ['python3 -u', 'F.py'],
  ['python3 -m', 'F'],
  ['uv run', 'F.py'],
  ['uv run --script', 'F.py'],
  ['uvx', 'F.py'],
  ['pipx run', 'F.py'],
  ['npx', 'F.ts'],
  ['npx tsx', 'F.ts'],
  ['npx --yes tsx', 'F.ts'],
  ['bundle exec ruby', 'F.rb'],
  ['pnpm dlx tsx', 'F.ts'],
  ['bunx tsx', 'F.ts'],
  ['perl', 'F.pl'],
  ['ruby', 'F.rb'],
  ['php', 'F.php'],
  ['go run', 'F.go'],
  ['java', 'F.java'],
  ['frobnicate', 'F.ts'],
  ['frobnicate --with', 'F'],
];
const wrappers: readonly string[] = [
  ...[
    '',
    'env ',
    'env A=1 ',
    'env -i ',
    'timeout 5 ',
    'timeout -k 1 5 ',
    'nice -n 5 ',
    'nohup ',
    'stdbuf -oL ',
  ],
  ...['command ', 'exec ', 'xargs ', 'busybox ', 'wrapit '],
];
const own = new Set(['sh', 'bash', 'node', 'perl', 'dash']);
const standIns = new Set(runners.map(([line]) => line.split(' ')[0] ?? '').filter((name) => !own.has(name)));

/** One command of a hook: shell text, or a program with arguments. */
type Line = string | readonly [string, ...string[]];

interface Cell {
  readonly line: Line;
  /** Files that exist when the hook is approved, and are edited then. */
  readonly files: readonly string[];
  /** Whether the command is given no file: it would run its standard input. */
  readonly readsEvent: boolean;
}

/** The file in the words of a source: relative, in the project, at home, anywhere. */
function cells(places: readonly ((file: string) => string)[], directory: string): readonly Cell[] {
  const readsEvent = (line: Line): Cell => ({ line, files: [], readsEvent: true });
  // What an unknown program does with its standard input cannot be told.
  const known = runners.filter(([line]) => !line.startsWith('frobnicate')).map(([line]) => line);
  const bare = known.filter((line) => !/^(?:java|python3 -m|uv run --script)$/.test(line));
  return [
    ...bare.flatMap((line) => wrappers.map((wrapper) => readsEvent(`${wrapper}${line}`))),
    ...bare.flatMap((line) =>
      [`cat | ${line}`, `${line} -`, `true && { ${line}; }`, `cat | (${line})`].map(readsEvent),
    ),
    ...bare.map((line) => readsEvent(line.split(' ') as [string, ...string[]])),
    ...runners.flatMap(([line, file], index) =>
      places.flatMap((location, at) =>
        wrappers.slice(0, at === 0 ? 4 : 1).flatMap((wrapper, count): Cell[] => {
          const cell = (directoryName: string, asList: boolean): Cell => {
            const name = `${directoryName}${index}-${at}-${count}/${file}`;
            const text = `${wrapper}${line} ${location(name)}`;
            const list = text.split(' ') as [string, ...string[]];
            return { line: asList ? list : text, files: [join(directory, name)], readsEvent: false };
          };
          return [cell('t', false), cell('l', true)];
        }),
      ),
    ),
  ];
}

class Table {
  readonly scratch: Scratch = makeScratch();
  readonly marks: string = join(this.scratch.dir, 'marks');
  readonly #bin: string = join(this.scratch.dir, 'bin');

  constructor() {
    for (const dir of [this.marks, this.#bin]) mkdirSync(dir, { recursive: true });
    for (const name of standIns) write(join(this.#bin, name), STAND_IN);
    for (const name of WRAPPERS) write(join(this.#bin, name), WRAPPER);
  }

  /** Gives each file of a cell what leaves a mark when it runs. */
  edit(all: readonly Cell[], name: string): void {
    for (const [index, { line, files }] of all.entries()) {
      const words = typeof line === 'string' ? line.split(' ') : line;
      const program = words.find((word) => Object.hasOwn(real, word)) ?? '';
      const isReal = !words.some((token) => standIns.has(token));
      const writeMark = isReal ? (real[program] ?? inShell) : inShell;
      for (const file of files) write(file, writeMark(join(this.marks, `${name}-${index}`)));
    }
  }

  async hooks(words: readonly string[], stdin = ''): Promise<string> {
    const env = { PATH: `${this.#bin}:/usr/bin:/bin` };
    const { stdout, stderr, exit } = await runHooks(this.scratch, words, { env, stdin });
    if (exit === 3) throw new Error(stderr);
    return stdout;
  }

  /** Approves all that can be approved: what is pinned, or as text what is not. Returns how many, and every state after it. */
  async approve(
    options: readonly string[],
    source: string,
    how: 'pinned' | 'as text',
  ): Promise<{ readonly approved: number; readonly states: ReadonlyMap<string, string> }> {
    const list = async (): Promise<readonly Listed[]> => {
      const { hooks } = JSON.parse(await this.hooks(['list', '--json', ...options])) as { hooks: Listed[] };
      return hooks.filter((hook) => hook.source === source);
    };
    const before = await list();
    const open = before.filter(
      ({ state, reasons }) =>
        state !== 'invalid' && reasons.some(({ code }) => code === 'UNPINNED') === (how === 'as text'),
    );
    const digests = open.flatMap(({ digest }) => (digest === null ? [] : ['--digest', digest]));
    const names = open.map(({ qualifiedName }) => qualifiedName);
    const unpinned = how === 'as text' ? ['--unpinned'] : [];
    if (open.length > 0) await this.hooks(['enable', ...names, '--yes', ...unpinned, ...digests, ...options]);
    const after = open.length > 0 ? await list() : before;
    const states = new Map(after.map(({ name, state }) => [name.replace(/^careful-/, ''), state]));
    return { approved: open.length, states };
  }

  dispatch(options: readonly string[]): Promise<string> {
    const mark = `: > '${this.marks}/payload'`;
    const payload = { session_id: 's', tool_name: 'Bash', tool_input: { command: `$(${mark})\`${mark}\`` } };
    return this.hooks(
      ['run', 'PreToolUse', '--json', '--budget', '300s', ...options],
      JSON.stringify(payload),
    );
  }
}

interface Listed {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: string;
  readonly state: string;
  readonly digest: string | null;
  readonly reasons: readonly { readonly code: string }[];
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

function asEntry(line: Line): object {
  const [command, ...args] = typeof line === 'string' ? [line] : line;
  return { type: 'command', command, ...(typeof line === 'string' ? {} : { args }) };
}

function settings(all: readonly Cell[]): object {
  return {
    PreToolUse: [{ hooks: all.map(({ line }, index) => ({ ...asEntry(line), name: `cell-${index}` })) }],
  };
}

const asIs = (file: string): string => file;
const dotted = (file: string): string => `./${file}`;
const ofProject = (file: string): string => `${'$'}{CLAUDE_PROJECT_DIR}/${file}`;

/** As many commands as fit into one settings file. */
const CHUNK = 200;

interface Source {
  readonly cells: (table: Table) => readonly Cell[];
  /** Writes the hooks; the first files exist already. */
  readonly write: (table: Table, all: readonly Cell[]) => Promise<void> | void;
  readonly options?: (table: Table) => readonly string[];
  readonly source: string;
  /** The files that are approved, where they are not those of the cell. */
  readonly approved?: (table: Table, index: number, file: string) => string;
  /** Whether commands whose files cannot be told may be approved as text. */
  readonly hasUnpinned?: true;
  /** Commands that must be accepted and run, so that the table shows more than rejections. */
  readonly accepted: readonly Line[];
}

const skillOf = ({ scratch }: Table): string => join(scratch.project, '.claude/skills/careful');
const inPackage = ({ scratch }: Table, index: number, file: string): string =>
  join(scratch.home, `.hookmd/hooks/cell-${index}`, file.slice(scratch.project.length + 1));
const elsewhere = join(import.meta.dirname, '../node_modules/.elsewhere');

const sources: Readonly<Record<string, Source>> = {
  'HOOK.md': {
    source: 'user',
    // What an unknown program does with an argument that has no script's name is the author's affair.
    cells: ({ scratch }) =>
      cells([dotted, asIs, ofProject], scratch.project).filter(
        ({ line }) => !/frobnicate[ ,]--with/.test(String(line)),
      ),
    approved: inPackage,
    write(table, all) {
      for (const [index, { line }] of all.entries()) {
        const front = { name: `cell-${index}`, events: ['PreToolUse'], protocol: 'claude', command: line };
        const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
        write(
          join(table.scratch.home, `.hookmd/hooks/cell-${index}/HOOK.md`),
          ['---', ...lines, '---', ''].join('\n'),
        );
      }
    },
    accepted: ['sh ./t0-0-0/F.sh', 'sh t0-1-0/F.sh', ['bash', 'l1-1-0/F.sh'], ['tsx', './l9-0-0/F.ts']],
  },
  "a project's entry": {
    source: 'project',
    cells: ({ scratch }) => cells([dotted, asIs, ofProject], scratch.project),
    write: ({ scratch }, all) =>
      write(join(scratch.project, '.hookmd/config.yaml'), JSON.stringify({ entries: settings(all) })),
    accepted: [
      'sh ./t0-0-0/F.sh',
      ['bash', 'l1-1-0/F.sh'],
      ['bash', ofProject('l1-2-0/F.sh')],
      'tsx ./t9-0-0/F.ts',
    ],
  },
  "a user's entry": {
    source: 'user',
    hasUnpinned: true,
    cells: ({ scratch }) => [
      ...cells([dotted, asIs, ofProject], scratch.project),
      ...cells([(file) => `~/${file}`], scratch.home),
      ...cells([(file) => `${elsewhere}/${file}`], elsewhere),
    ],
    write: ({ scratch }, all) =>
      write(join(scratch.home, '.hookmd/config.yaml'), JSON.stringify({ entries: settings(all) })),
    accepted: ['sh ~/t0-0-0/F.sh', `sh ${elsewhere}/t0-0-0/F.sh`, ['bash', `${elsewhere}/l1-0-0/F.sh`]],
  },
  'an import': {
    source: 'project',
    cells: ({ scratch }) => cells([dotted, asIs, ofProject], scratch.project),
    async write(table, all) {
      write(join(table.scratch.project, '.claude/settings.json'), JSON.stringify({ hooks: settings(all) }));
      await table.hooks(['import', '.claude/settings.json']);
    },
    accepted: ['sh ./t0-0-0/F.sh', ['bash', 'l1-1-0/F.sh']],
  },
  'a skill': {
    source: 'skill',
    cells: (table) => [
      ...cells([dotted, asIs], skillOf(table)),
      ...cells([ofProject], table.scratch.project),
    ],
    options: (table) => ['--skill', skillOf(table)],
    write: (table, all) =>
      write(
        join(skillOf(table), 'SKILL.md'),
        `---\nname: careful\nhooks: ${JSON.stringify(settings(all))}\n---\n`,
      ),
    accepted: ['sh ./t0-0-0/F.sh', ['bash', 'l1-1-0/F.sh'], ['bash', ofProject('l1-0-0/F.sh')]],
  },
};

interface Played {
  readonly cell: Cell;
  readonly state: string;
  /** Whether the edited file ran, and whether the approved one did. */
  readonly ranEdited: boolean;
  readonly ranApproved: boolean;
  /** Whether the edited file ran once the commands that are not pinned were approved as text. */
  readonly ranAsText: boolean;
}

/**
 * Approves what can be pinned, edits every file, dispatches one event, and reads the marks; then approves the other commands
 * as text, and dispatches again where there were any: whatever an unknown program does with the event, only hooks that say
 * `unpinned` run edited files.
 */
async function play(source: Source, from: number): Promise<readonly Played[]> {
  const table = new Table();
  try {
    const all = source.cells(table).slice(from, from + CHUNK);
    const inPlace = (cell: Cell, index: number): Cell => ({
      ...cell,
      files: cell.files.map((file) => source.approved?.(table, index, file) ?? file),
    });
    table.edit(all.map(inPlace), 'approved');
    await source.write(table, all);
    const options = source.options?.(table) ?? [];
    const { states: pinned } = await table.approve(options, source.source, 'pinned');
    // The project has a file of each name in any case.
    table.edit([...all], 'edited');
    table.edit(all.map(inPlace), 'edited');
    await table.dispatch(options);
    const marks = new Set(readdirSync(table.marks));
    const isAccepted = (state: string | undefined): boolean => !['invalid', undefined].includes(state);
    const accepted = all.filter((_, index) => isAccepted(pinned.get(`cell-${index}`)));
    if (marks.has('payload'))
      throw new Error(
        `the event ran as a program, by one of ${JSON.stringify(accepted.map(({ line }) => line))}`,
      );
    const { approved, states } = await table.approve(options, source.source, 'as text');
    // Where nothing was approved, the event would meet the same hooks again.
    if (approved > 0) await table.dispatch(options);
    const later = new Set(readdirSync(table.marks));
    return all.map((cell, index) => ({
      cell,
      state: states.get(`cell-${index}`) ?? 'absent',
      ranEdited: marks.has(`edited-${index}`),
      ranAsText: later.has(`edited-${index}`),
      ranApproved: marks.has(`approved-${index}`),
    }));
  } finally {
    table.scratch.remove();
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

describe.each(Object.entries(sources))('%s', (_name, source) => {
  it('runs no event, and no content that nobody approved', async () => {
    const played: Played[] = [];
    for (let from = 0; ; from += CHUNK) {
      const chunk = await play(source, from);
      played.push(...chunk);
      if (chunk.length < CHUNK) break;
    }
    const lines = (of: readonly Played[]): readonly string[] =>
      of.map(({ cell }) => JSON.stringify(cell.line));
    expect(lines(played.filter(({ ranEdited }) => ranEdited))).toEqual([]);
    expect(lines(played.filter(({ ranAsText, state }) => ranAsText && state !== 'unpinned'))).toEqual([]);
    const asText = played.filter(({ state }) => state === 'unpinned');
    expect(asText.length > 0).toBe(source.hasUnpinned === true);
    const open = played.filter(
      ({ cell, state }) => cell.readsEvent && !['invalid', 'absent'].includes(state),
    );
    expect(lines(open)).toEqual([]);
    // More than rejections: what can be pinned is accepted, and its approved content runs.
    expect(lines(played.filter(({ ranApproved }) => ranApproved))).toEqual(
      expect.arrayContaining(source.accepted.map((line) => JSON.stringify(line))),
    );
  });
});
