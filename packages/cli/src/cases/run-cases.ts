import { join } from 'node:path';
import { describeError } from '@hookmd/core/errors';
import type { PackageRecord } from '@hookmd/core/registry';
import { runConcurrently } from '@hookmd/core/runtime';
import type { Context } from '../command-line/context.ts';
import { withService } from './case-service.ts';
import type { PackageCase } from './package-case.ts';
import { removeDirectory } from './remove-directory.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { makeTestBed, type TestBed } from './test-bed.ts';

export interface PackageTest {
  readonly record: PackageRecord;
  readonly cases: readonly PackageCase[];
}

export interface TestRun {
  /** An empty folder of this run alone. */
  readonly dir: string;
  readonly environment: Context['environment'];
  /** So many cases at a time. */
  readonly jobs: number;
  /** Ends what runs; nothing more is begun. */
  readonly signal: AbortSignal;
  /** Called for every case in the order of the files, as soon as it and all before it are done. */
  readonly report: (record: PackageRecord, result: CaseResult) => void;
}

interface Task extends Pick<PackageTest, 'record'> {
  readonly one: PackageCase;
}

/** Runs the cases of packages, some at a time; reports none that was interrupted. */
export async function runCases(tests: readonly PackageTest[], run: TestRun): Promise<void> {
  const tasks = tests.flatMap(({ record, cases }) => cases.map((one): Task => ({ record, one })));
  const beds = new Map<string, Promise<TestBed>>();
  const environment = handlersEnvironment(run.environment);
  const bedFor = ({ record, one }: Task): Promise<TestBed> => {
    const key = `${record.dir}\n${JSON.stringify(one.options)}`;
    let bed = beds.get(key);
    if (bed === undefined) {
      bed = makeTestBed(join(run.dir, `bed-${beds.size}`), record, one.options, environment);
      beds.set(key, bed);
    }
    return bed;
  };
  const done = new Map<number, CaseResult>();
  let reported = 0;
  await runConcurrently([...tasks.entries()], run.jobs, async ([index, task]) => {
    if (run.signal.aborted) return;
    const dir = join(run.dir, `case-${index}`);
    const result = await tryCase(task, () =>
      withService(task.one, async (one) => {
        const bed = await bedFor({ ...task, one });
        return runCase(one, { bed, dir, environment, signal: run.signal });
      }),
    );
    removeDirectory(dir);
    if (run.signal.aborted) return;
    done.set(index, result);
    for (let next = done.get(reported); next !== undefined; next = done.get(reported)) {
      run.report((tasks[reported] as Task).record, next);
      done.delete(reported++);
    }
  });
}

async function tryCase({ one }: Task, run: () => Promise<CaseResult>): Promise<CaseResult> {
  try {
    return await run();
  } catch (error) {
    return {
      case: one,
      differences: [],
      problem: describeError(error),
      run: null,
      decision: null,
      remarks: [],
      durationMs: 0,
    };
  }
}

/**
 * Nothing a person has set but where programs and their files are: a case must not post with their
 * token, and must come out the same on every machine. Whatever else it needs stands in its `env`.
 */
function handlersEnvironment(environment: Context['environment']): Context['environment'] {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TERM', 'HOOK_DEPTH'];
  const isKept = (name: string): boolean => kept.includes(name) || name.startsWith('LC_');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)));
}
