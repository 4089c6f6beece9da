import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { describeError, isErrno } from '@hookmd/core/errors';
import {
  type Decision,
  type HookRun,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { claude } from '@hookmd/core/protocols';
import type { PackageRecord } from '@hookmd/core/registry';
import { localHost, openRuntime, runConcurrently } from '@hookmd/core/runtime';
import { makeDirectory, readPlainFile } from '@hookmd/core/system';
import type { Context } from '../../command-line/context.ts';
import { type Difference, type PackageCase, scriptedModel } from './cases.ts';
import { compareValues } from './compare.ts';
import { makeTestBed, placesOfCase, removeDirectory, type TestBed } from './test-bed.ts';

/** A larger file is not compared. */
const MAX_FILE_BYTES = 1024 * 1024;

export interface PackageTest {
  readonly record: PackageRecord;
  readonly cases: readonly PackageCase[];
}

/** The result of one case. It passed where there is no difference and no problem. */
export interface CaseResult {
  readonly case: PackageCase;
  readonly differences: readonly Difference[];
  /** Why it could not run; null = it ran. */
  readonly problem: string | null;
  /** The result of the hook; null = its package does not listen to this event. */
  readonly run: HookRun | null;
  /** Null = the case could not run. */
  readonly decision: Decision | null;
  /** What the user may want to know beside the differences. */
  readonly remarks: readonly string[];
  readonly durationMs: number;
}

export interface TestRun {
  /** An empty directory of this run alone. */
  readonly dir: string;
  readonly environment: Context['environment'];
  /** How many cases run at a time. */
  readonly jobs: number;
  /** Ends the running cases; no more are started. */
  readonly signal: AbortSignal;
  /** Called for every case in the order of the files, as soon as it and all before it are done. */
  readonly report: (record: PackageRecord, result: CaseResult) => void;
}

/** Runs the cases of packages, some at a time. Interrupted cases are not reported. */
export async function runCases(tests: readonly PackageTest[], run: TestRun): Promise<void> {
  const tasks = tests.flatMap(({ record, cases }) => cases.map((each) => ({ record, case: each })));
  const environment = handlerEnvironment(run.environment);
  const beds = new Map<string, Promise<TestBed>>();
  const bedFor = (record: PackageRecord, options: JsonObject): Promise<TestBed> => {
    const key = `${record.dir}\n${JSON.stringify(options)}`;
    const bed = beds.get(key) ?? makeTestBed(join(run.dir, `bed-${beds.size}`), record, options, environment);
    beds.set(key, bed);
    return bed;
  };
  const done = new Map<number, CaseResult>();
  let reported = 0;
  await runConcurrently([...tasks.entries()], run.jobs, async ([index, task]) => {
    if (run.signal.aborted) return;
    const dir = join(run.dir, `case-${index}`);
    const result = await withService(task.case, async (filled) => {
      const bed = await bedFor(task.record, filled.options);
      return runCase(filled, bed, dir, environment, run.signal);
    }).catch((error: unknown) => notRun(task.case, error));
    removeDirectory(dir);
    if (run.signal.aborted) return;
    done.set(index, result);
    for (let next = done.get(reported); next !== undefined; next = done.get(reported)) {
      run.report((tasks[reported] as PackageTest & { case: PackageCase }).record, next);
      done.delete(reported++);
    }
  });
}

function notRun(each: PackageCase, error: unknown): CaseResult {
  const nothing = { differences: [], run: null, decision: null, remarks: [], durationMs: 0 };
  return { case: each, problem: describeError(error), ...nothing };
}

/**
 * Only the variables that locate programs and their files: a case must not use the tokens of the user, and must have the
 * same result on every machine. Other variables come from its `env`.
 */
function handlerEnvironment(environment: Context['environment']): Context['environment'] {
  const passed = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TERM', 'HOOK_DEPTH'];
  const isPassed = (name: string): boolean => passed.includes(name) || name.startsWith('LC_');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassed(name)));
}

/** Runs one case in a new working directory, by the runtime that runs events, and compares. */
async function runCase(
  each: PackageCase,
  bed: TestBed,
  dir: string,
  environment: Context['environment'],
  signal: AbortSignal,
): Promise<CaseResult> {
  const cwd = join(dir, 'cwd');
  const temporary = join(dir, 'tmp');
  makeDirectory(cwd);
  makeDirectory(temporary);
  for (const [path, text] of Object.entries(each.files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const hooks = await openRuntime({
    places: placesOfCase(bed, join(dir, 'state')),
    host: localHost(claude),
    environment: { ...environment, TMPDIR: temporary, ...each.env },
    cwd,
    only: bed.qualifiedName,
    models: scriptedModel(each.model),
    // The changes of asynchronous hooks are compared too.
    background: 'awaited',
    signal,
  });
  const payload = { cwd, project_dir: cwd, ...each.payload };
  const { decision, warnings } = await hooks.dispatch(each.event, payload).finally(hooks.kill);
  const run = decision.hooks.find((hook) => hook.qualifiedName === bed.qualifiedName) ?? null;
  const differences = await compareCase(each, decision, run, cwd);
  const remarks = [...bed.issues.map((issue) => issue.message), ...decision.dropped, ...warnings];
  return { case: each, differences, problem: null, run, decision, remarks, durationMs: decision.durationMs };
}

async function compareCase(
  { expect }: PackageCase,
  decision: Decision,
  run: HookRun | null,
  cwd: string,
): Promise<readonly Difference[]> {
  const found = { ...decision, outcome: run?.outcome, cause: run?.cause } as unknown as JsonObject;
  const values = Object.entries(expect.values).map(([key, wanted]) => compareValues(key, wanted, found[key]));
  const files = Object.entries(expect.files).map(([path, wanted]) =>
    compareValues(`files.${path}`, wanted ?? undefined, readText(join(cwd, path))),
  );
  return (await Promise.all([...values, ...files])).flat();
}

/** Undefined = the file does not exist. */
function readText(path: string): string | undefined {
  try {
    return readPlainFile(path, MAX_FILE_BYTES).toString('utf8');
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ENOTDIR') ? undefined : `(cannot be read: ${describeError(error)})`;
  }
}

/** In `options` it is replaced by the URL of the case's service. */
const SERVICE = '<service>';

/** Runs the service of a case on this machine while `use` runs the case with the URL of the service in its options. */
async function withService<T>(each: PackageCase, use: (filled: PackageCase) => Promise<T>): Promise<T> {
  if (each.service === null) return use(each);
  const { status = 200, headers = {}, body = '' } = each.service;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  try {
    return await use({ ...each, options: fillUrl(each.options, `http://127.0.0.1:${port}`) as JsonObject });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function fillUrl(value: JsonValue | undefined, url: string): JsonValue | undefined {
  if (typeof value === 'string') return value.replaceAll(SERVICE, url);
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillUrl(item, url) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillUrl(item, url)]));
}
