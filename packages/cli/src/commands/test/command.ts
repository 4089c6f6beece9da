import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { readInventory } from '@hookmd/core/registry';
import { rejectDenied } from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { printOut } from '../../ui/output.ts';
import { areBytesApproved, choosePackages } from './choose-packages.ts';
import { readCases } from './read-cases.ts';
import { type CaseResult, type PackageTest, removeDirectory, runCases } from './run-cases.ts';
import {
  showCase,
  showPackageHead,
  showProgress,
  showTestNotes,
  showTestSummary,
  type TestCounts,
  type TestNotes,
} from './view.ts';

const DEFAULT_JOBS = 2;
const MAX_JOBS = 64;

export const command: Command = {
  name: 'test',
  usage: '[...names]',
  about:
    "Run the cases of packages (tests/*.json), each in a fresh folder. Without names: yours, the project's as far as approved, and bundled ones that are enabled. A package's cases run its code.",
  options: [{ flags: '--jobs <count>', about: `so many cases at a time (default ${DEFAULT_JOBS})` }],
  examples: ['hooks test', 'hooks test my-guard', 'hooks test my-guard --json'],
  async run(context) {
    const jobs = jobsOf(context);
    const { tests, notes } = await gather(context);
    if (!context.isJson) showTestNotes(context, notes);
    const { passed, failed, isInterrupted } = await runAll(context, tests, jobs);
    if (isInterrupted && !context.isJson) return 130;
    const counts = { packages: tests.length, cases: passed + failed, passed, failed };
    const ok = failed === 0 && !isInterrupted && notes.invalid.length === 0 && notes.issues.length === 0;
    if (context.isJson) printLine({ schema: 'hookmd.test/1', ok, counts, ...notes, isInterrupted });
    else showTestSummary(context, counts, ok);
    if (isInterrupted) return 130;
    return notes.issues.length > 0 ? 2 : ok ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

interface Gathered {
  readonly tests: readonly PackageTest[];
  readonly notes: TestNotes;
}

/** Reads everything before anything runs. Throws CASES_MISSING for a package that was named, DIGEST_DENIED. */
async function gather(context: Context): Promise<Gathered> {
  const seen = await readInventory(placesOf(context), context.environment);
  const { statuses } = seen;
  const isNamed = context.words.length > 0;
  const { chosen, leftOut, invalid } = choosePackages(statuses, context.words);
  for (const status of chosen) rejectDenied(seen, status);
  const readings = await Promise.all(
    chosen.map(async (status) => ({ status, ...(await readCases(status.record)) })),
  );
  const isEmpty = ({ cases, issues }: (typeof readings)[number]): boolean =>
    cases.length === 0 && issues.length === 0;
  const empty = readings.filter(isEmpty).map(({ status }) => status.record);
  const [missing] = empty;
  // A named package without tests fails: success without a test would be misleading.
  if (isNamed && missing !== undefined) {
    const path = join(missing.dir, 'tests', `${missing.name}.json`);
    throw new HookError('CASES_MISSING', { name: missing.qualifiedName, path }, { exitCode: 1 });
  }
  const sound = readings.filter(({ cases, issues }) => cases.length > 0 && issues.length === 0);
  const namesOf = (list: typeof statuses): readonly string[] =>
    list.map(({ record }) => record.qualifiedName);
  const willRun = sound.map(({ status }) => status);
  const unapproved = isNamed ? willRun.filter((status) => !areBytesApproved(status)) : [];
  return {
    tests: sound.map(({ status, cases }) => ({ record: status.record, cases })),
    notes: {
      unapproved: namesOf(unapproved),
      leftOut: namesOf(leftOut),
      invalid: namesOf(invalid),
      withoutCases: empty.map(({ qualifiedName }) => qualifiedName),
      issues: readings.flatMap(({ issues }) => issues),
    },
  };
}

type Tally = Pick<TestCounts, 'passed' | 'failed'> & { readonly isInterrupted: boolean };

/** No process and no directory is left behind, whatever happens. */
async function runAll(context: Context, tests: readonly PackageTest[], jobs: number): Promise<Tally> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupt.abort());
  const all = tests.reduce((sum, { cases }) => sum + cases.length, 0);
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-test-')));
  let [passed, failed] = [0, 0];
  let head = '';
  try {
    showProgress(context, 0, all);
    await runCases(tests, {
      dir,
      environment: context.environment,
      jobs,
      signal: interrupt.signal,
      report: ({ qualifiedName, dir: packageDir }, result) => {
        const isOk = result.problem === null && result.differences.length === 0;
        if (isOk) passed++;
        else failed++;
        showProgress(context, all, all);
        if (context.isJson) printLine(resultJson(qualifiedName, packageDir, result, isOk));
        else {
          if (head !== qualifiedName) showPackageHead(context, qualifiedName);
          head = qualifiedName;
          showCase(context, result, isOk);
        }
        showProgress(context, passed + failed, all);
      },
    });
  } finally {
    removeDirectory(dir);
    showProgress(context, all, all);
  }
  return { passed, failed, isInterrupted: interrupt.signal.aborted };
}

function resultJson(hook: string, dir: string, result: CaseResult, ok: boolean): object {
  const { case: packageCase, differences, problem, run, remarks, durationMs } = result;
  return {
    schema: 'hookmd.result/1',
    hook,
    file: relative(dir, packageCase.location.path),
    line: packageCase.location.line,
    name: packageCase.name,
    event: packageCase.event,
    ok,
    differences,
    problem,
    run,
    remarks,
    durationMs,
  };
}

/** NDJSON: one document on a line. */
function printLine(document: object): void {
  printOut(`${JSON.stringify(document)}\n`);
}

function jobsOf({ options }: Context): number {
  const text = options.text('jobs');
  const jobs = text === undefined ? DEFAULT_JOBS : Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= MAX_JOBS) return jobs;
  throw usage(`\`--jobs\` cannot be "${text}"`, `Write a whole number from 1 to ${MAX_JOBS}.`);
}
