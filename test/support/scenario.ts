/** Where a scenario is played: `pipe`, or `terminal` with its columns, and variables on top of the clean environment. */
export interface Surroundings {
  /** As it is written. */
  readonly name: string;
  /** Null = standard output and standard error are pipes. */
  readonly columns: number | null;
  readonly env: Readonly<Record<string, string>>;
}

/** What is typed once a text stands on the screen. */
export interface Answer {
  readonly after: string;
  readonly keys: string;
}

export interface ScenarioStep {
  /** Comments above the command, as they are written. */
  readonly notes: readonly string[];
  readonly command: string;
  readonly answers: readonly Answer[];
  /** By the name of the surroundings. */
  readonly shows: ReadonlyMap<string, string>;
}

export interface ScenarioFile {
  readonly path: string;
  readonly mode: number | null;
  readonly text: string;
}

/** One file of test/scenarios; its README says how it is written. */
export interface Scenario {
  /** A sentence: the title of the test. */
  readonly title: string;
  /** Everything above the first command. */
  readonly head: readonly string[];
  readonly surroundings: readonly Surroundings[];
  /** A tool that not every machine has; without it the scenario is skipped. */
  readonly needs: string | null;
  readonly steps: readonly ScenarioStep[];
  readonly files: readonly ScenarioFile[];
}

const FILE = /^-- (.+?)(?: ([0-7]{3}))? --$/;
const COLUMNS = 80;

export function parseScenario(text: string): Scenario {
  const lines = text.replace(/\n$/, '').split('\n');
  const filesAt = indexOr(lines, (line) => FILE.test(line));
  const firstAt = indexOr(lines.slice(0, filesAt), isStepStart);
  const headEnd = firstAt - countNotes(lines.slice(0, firstAt));
  const head = trimBlank(lines.slice(0, headEnd));
  const title = head[0]?.startsWith('# ') ? head[0].slice(2) : '';
  if (title === '') throw new Error('The first line of a scenario is `# ` and a sentence.');
  const places = head.find((line) => line.startsWith('in: '))?.slice('in: '.length) ?? 'pipe';
  const surroundings = places.split(';').map((name) => readSurroundings(name.trim()));
  return {
    title,
    head,
    surroundings,
    needs: head.find((line) => line.startsWith('needs: '))?.slice('needs: '.length) ?? null,
    steps: readSteps(lines.slice(headEnd, filesAt), surroundings),
    files: readFiles(lines.slice(filesAt)),
  };
}

function readSurroundings(name: string): Surroundings {
  const [where, ...words] = name.split(' ');
  const env = words.filter((word) => word.includes('=')).map((token) => token.split('=', 2));
  const [columns] = words.filter((text) => !text.includes('='));
  if (where !== 'pipe' && where !== 'terminal')
    throw new Error(`"${name}" begins with neither pipe nor terminal.`);
  return {
    name,
    columns: where === 'pipe' ? null : Number(columns ?? COLUMNS),
    env: Object.fromEntries(env),
  };
}

function readSteps(lines: readonly string[], surroundings: readonly Surroundings[]): readonly ScenarioStep[] {
  const steps: ScenarioStep[] = [];
  let rest = lines;
  while (rest.length > 0) {
    const at = rest.findIndex(isStepStart);
    const next = at + 1 + indexOr(rest.slice(at + 1), isStepStart);
    const end = next === rest.length ? next : next - countNotes(rest.slice(0, next));
    steps.push(readStep(trimBlank(rest.slice(0, at)), rest.slice(at, end), surroundings));
    rest = rest.slice(end);
  }
  return steps;
}

function readStep(
  notes: readonly string[],
  [first = '', ...lines]: readonly string[],
  surroundings: readonly Surroundings[],
): ScenarioStep {
  const typed = lines.filter((line) => line.startsWith('> '));
  const blocks: { names: readonly string[]; lines: string[] }[] = [{ names: [], lines: [] }];
  for (const line of lines.filter((value) => !value.startsWith('> '))) {
    if (line.startsWith('@ ')) blocks.push({ names: line.slice(2).split('; '), lines: [] });
    else blocks.at(-1)?.lines.push(line.replace(/^\\(?=[$?@#>\\-])/, ''));
  }
  const blockOf = (name: string): readonly string[] =>
    (blocks.find((block) => block.names.includes(name)) ?? blocks[0])?.lines ?? [];
  return {
    notes,
    command: first.slice(2),
    answers: typed.map((line) => {
      const [after = '', keys = ''] = line.slice(2).split(' => ');
      return { after, keys };
    }),
    shows: new Map(surroundings.map(({ name }) => [name, trimBlank(blockOf(name)).join('\n')])),
  };
}

function readFiles(lines: readonly string[]): readonly ScenarioFile[] {
  const files: { path: string; mode: number | null; text: string }[] = [];
  for (const line of lines) {
    const [isFile, path = '', mode] = FILE.exec(line) ?? [];
    if (isFile !== undefined)
      files.push({ path, mode: mode === undefined ? null : parseInt(mode, 8), text: '' });
    else (files.at(-1) as { text: string }).text += `${line}\n`;
  }
  return files;
}

function isStepStart(line: string): boolean {
  return line.startsWith('$ ');
}

/** Comments and blank lines at the end belong to the command below them. */
function countNotes(lines: readonly string[]): number {
  const at = lines.findLastIndex((line) => !line.startsWith('# '));
  return lines.length - 1 - at;
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

function indexOr<T>(list: readonly T[], test: (t: T) => boolean): number {
  const at = list.findIndex(test);
  return at < 0 ? list.length : at;
}
