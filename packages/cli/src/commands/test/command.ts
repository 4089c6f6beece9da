import { join, relative } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { type HookStatus, isUsable, readInventory } from '@hookmd/core/registry';
import { rejectDenied, rejectUnusable } from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { isRequested } from '../../hooks/causes.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { printOut } from '../../ui/output.ts';
import { readCases } from './read-cases.ts';
import { type CaseResult, type PackageTest, runCases } from './run-cases.ts';
import { withScratch } from './test-bed.ts';
import {
  showCase,
  showPackageHead,
  showProgress,
  showTestNotes,
  showTestSummary,
  type TestNotes,
} from './view.ts';

const DEFAULT_JOBS = 2;
const MAX_JOBS = 64;

export const command: Command = {
  name: 'test',
  usage: '[...names]',
  about:
    'Run the test cases of packages (tests/*.json). This runs the code of the package; without names, it skips packages that you have not approved.',
  options: [{ flags: '--jobs <count>', about: `number of test cases at a time (default ${DEFAULT_JOBS})` }],
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

/** Reads everything before anything runs. Throws CASES_MISSING for a package that was named, DIGEST_DENIED. */
async function gather(
  context: Context,
): Promise<{ readonly tests: readonly PackageTest[]; readonly notes: TestNotes }> {
  const seen = await readInventory(placesOf(context), context.environment);
  const { statuses } = seen;
  const isNamed = context.words.length > 0;
  const { chosen, leftOut, invalid } = choosePackages(statuses, context.words);
  for (const status of chosen) rejectDenied(seen, status);
  const readings = await Promise.all(
    chosen.map(async (status) => ({ status, ...(await readCases(status.record)) })),
  );
  const empty = readings
    .filter(({ cases, issues }) => cases.length === 0 && issues.length === 0)
    .map(({ status }) => status.record);
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

/** No process and no directory is left behind, whatever happens. */
async function runAll(context: Context, tests: readonly PackageTest[], jobs: number) {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupt.abort());
  const all = tests.reduce((sum, { cases }) => sum + cases.length, 0);
  let [passed, failed] = [0, 0];
  let head = '';
  showProgress(context, 0, all);
  await withScratch('hookmd-test-', (dir) =>
    runCases(tests, {
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
    }),
  ).finally(() => showProgress(context, all, all));
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

interface Choice {
  readonly chosen: readonly HookStatus[];
  /** Packages of the project that need approval. */
  readonly leftOut: readonly HookStatus[];
  /** Packages with errors. */
  readonly invalid: readonly HookStatus[];
}

/**
 * The packages to test. A package that the user names may run. Without names: all but unapproved packages of a repository and
 * bundled packages that are not enabled.
 *
 * Throws HOOK_NOT_FOUND and HOOK_INVALID for names.
 */
function choosePackages(statuses: readonly HookStatus[], names: readonly string[]): Choice {
  if (names.length > 0) {
    const chosen = [...new Set(names.map((name) => findHook(statuses, name)))];
    for (const status of chosen) {
      const { name, isVanished } = status.record;
      if (isVanished) throw new HookError('HOOK_NOT_FOUND', { name, suggestion: 'Its directory is gone. ' });
      rejectUnusable(status, 'tested');
    }
    return { chosen, leftOut: [], invalid: [] };
  }
  const present = statuses.filter(
    (status) =>
      !status.record.isVanished &&
      status.record.displacedBy === null &&
      // Cases stand beside a HOOK.md.
      status.record.root.kind !== 'entries' &&
      isRequested(status),
  );
  const isLeftOut = (status: HookStatus): boolean =>
    status.record.root.source === 'project' && !areBytesApproved(status);
  const included = present.filter((status) => !isLeftOut(status));
  return {
    chosen: included.filter(({ record }) => isUsable(record)),
    leftOut: present.filter(isLeftOut),
    invalid: included.filter(({ record }) => !isUsable(record)),
  };
}

/** The digest of the current content of the directory. */
function areBytesApproved({ record, approval, isApproved }: HookStatus): boolean {
  if (record.root.source === 'bundled' || record.root.source === 'managed') return true;
  return isApproved && approval !== null && approval.digest === record.digest;
}
