import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, isErrno } from '@hookmd/core/errors';
import type { Decision, HookRun, JsonValue } from '@hookmd/core/events';
import { claude } from '@hookmd/core/protocols';
import { localHost, openRuntime } from '@hookmd/core/runtime';
import { makeDirectory, readPlainFile } from '@hookmd/core/system';
import { compareValues } from './compare.ts';
import type { Difference, PackageCase } from './package-case.ts';
import { scriptedModel } from './scripted-model.ts';
import { placesOfCase, type TestBed } from './test-bed.ts';

/** A larger file is not compared. */
const MAX_FILE_BYTES = 1024 * 1024;

/** What came of one case; it passed where there is no difference and no problem. */
export interface CaseResult {
  readonly case: PackageCase;
  readonly differences: readonly Difference[];
  /** Why it could not be run; null = it was. */
  readonly problem: string | null;
  /** What became of the hook; null = its package does not listen to this event. */
  readonly run: HookRun | null;
  /** What the host would have been told; null = it could not be run. */
  readonly decision: Decision | null;
  /** What a person may want to know beside the differences. */
  readonly remarks: readonly string[];
  readonly durationMs: number;
}

export interface CaseRun {
  readonly bed: TestBed;
  /** A folder of this run alone, which does not exist yet. */
  readonly dir: string;
  /** What the agent would run with; the case's own variables are added. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Runs one case in a fresh working folder, through the runner that runs events, and compares. */
export async function runCase(
  one: PackageCase,
  { bed, dir, environment, signal }: CaseRun,
): Promise<CaseResult> {
  const cwd = join(dir, 'cwd');
  const temporary = join(dir, 'tmp');
  makeDirectory(cwd);
  makeDirectory(temporary);
  for (const [path, text] of Object.entries(one.files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const hooks = await openRuntime({
    places: placesOfCase(bed, join(dir, 'state')),
    host: localHost(claude),
    environment: { ...environment, TMPDIR: temporary, ...one.env },
    cwd,
    only: bed.qualifiedName,
    models: scriptedModel(one.model),
    // What a hook of the background does is compared too.
    background: 'awaited',
    signal,
  });
  const payload = { cwd, project_dir: cwd, ...one.payload };
  const { decision, warnings } = await hooks.fire(one.event, payload).finally(hooks.kill);
  const run = decision.hooks.find((hook) => hook.qualifiedName === bed.qualifiedName) ?? null;
  const differences = await compareCase(one, decision, run, cwd);
  const remarks = [...bed.issues.map((issue) => issue.message), ...decision.dropped, ...warnings];
  return { case: one, differences, problem: null, run, decision, remarks, durationMs: decision.durationMs };
}

async function compareCase(
  { expect }: PackageCase,
  decision: Decision,
  run: HookRun | null,
  cwd: string,
): Promise<readonly Difference[]> {
  const found = { ...decision, outcome: run?.outcome, cause: run?.cause } as unknown as Record<
    string,
    JsonValue
  >;
  const values = Object.entries(expect.values).map(([key, wanted]) => compareValues(key, wanted, found[key]));
  const files = Object.entries(expect.files).map(([path, wanted]) =>
    compareValues(`files.${path}`, wanted ?? undefined, readText(join(cwd, path))),
  );
  return (await Promise.all([...values, ...files])).flat();
}

/** Undefined = there is no such file. What is there and cannot be read is said in place of its text. */
function readText(path: string): string | undefined {
  try {
    return readPlainFile(path, MAX_FILE_BYTES).toString('utf8');
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ENOTDIR') ? undefined : `(cannot be read: ${describeError(error)})`;
  }
}
