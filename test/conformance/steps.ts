import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventLogFiles } from '../support/event-log.ts';
import { clearHookLog, readHookLog } from '../support/hook-log.ts';
import { type FileText, writeText } from '../support/hook-package.ts';
import { leftoverProcesses } from '../support/leftover-processes.ts';
import { readIfThere } from '../support/read-if-there.ts';
import { runHooks } from '../support/run-hooks.ts';
import { runScript } from '../support/run-script.ts';
import { differences, exactDifferences, isObject } from './compare.ts';
import { fire, fireTogether } from './fire.ts';
import { fillPlaces, namedDigests } from './places.ts';
import { readJson } from './read-json.ts';
import type { Step, Wanted } from './row.ts';
import type { Stage } from './run-case.ts';

type StepOf<K extends string> = Extract<Step, Record<K, unknown>>;

/** Takes one step of a case. Throws where it does not come out as expected. */
export async function takeStep(stage: Stage, given: Step): Promise<void> {
  const step = await fillStep(stage, given);
  const inside = (path: string): string => join(stage.scratch.dir, path);
  if ('fire' in step) return fire(stage, { ...step, event: step.fire });
  if ('together' in step) return fireTogether(stage, step);
  if ('hooks' in step) return callHooks(stage, step);
  if ('script' in step) return callLibrary(stage, step);
  if ('awaits' in step) return awaitText(stage, step);
  if ('leavesNothing' in step) return awaitNothing(stage);
  if ('program' in step) return runProgram(stage, step);
  if ('eventLog' in step) return expectEventLog(stage, step);
  if ('killed' in step) return killHooks(stage, step);
  if ('write' in step) return writeFiles(inside, step.write);
  if ('append' in step) return appendTexts(inside, step.append);
  if ('remove' in step) return rmSync(inside(step.remove), { recursive: true });
  if ('corrupt' in step) return cutFiles(inside(step.corrupt));
  if ('rename' in step) return renameSync(inside(step.rename[0]), inside(step.rename[1]));
  if ('page' in step) return expectSections(step);
  if ('remember' in step) {
    stage.remembered.set(step.remember, hashTree(inside(step.remember)));
  } else if ('unchanged' in step) {
    expect(hashTree(inside(step.unchanged)), `${step.unchanged} was changed`).toBe(
      stage.remembered.get(step.unchanged),
    );
  } else {
    expectFiles(inside, step.files);
  }
}

/** Digests are asked for when their step comes: an edit before it may have changed them. */
async function fillStep({ scratch, roots }: Stage, step: Step): Promise<Step> {
  const digests = new Map<string, string>();
  for (const name of namedDigests(step)) {
    const { stdout } = await runHooks(scratch, ['info', ...name.split(' '), '--json', ...roots]);
    digests.set(name, JSON.parse(stdout).digest);
  }
  return fillPlaces(step, scratch, digests);
}

function runProgram(
  { scratch }: Stage,
  { program, args, stdin = '', exit = 0, stdout }: StepOf<'program'>,
): void {
  const { PATH = '/usr/bin:/bin' } = process.env;
  const ended = spawnSync(join(scratch.dir, program), args, {
    cwd: scratch.project,
    input: stdin,
    env: { PATH, HOME: scratch.home, LOG: scratch.log, HOOK_NAME: 'by-hand' },
    encoding: 'utf8',
  });
  const problems = [
    ...differences(ended.status, exit, 'exit'),
    ...differences(ended.stdout, stdout, 'stdout'),
  ];
  if (problems.length > 0)
    expect.fail(`${problems.join('\n')}\n\n${program}\n${ended.stdout}\n${ended.stderr}`);
}

function expectSections({ page, sections }: StepOf<'page'>): void {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const found = text.split(/^## /m).slice(1);
  for (const [heading, message] of Object.entries(sections)) {
    const section = found.find((name) => name.startsWith(heading));
    expect(section, `${page} has no section "${heading}"`).toMatch(message);
  }
}

async function callHooks({ scratch, roots }: Stage, step: StepOf<'hooks'>): Promise<void> {
  const words = step.hooks.split(' ').filter((word) => word !== '');
  const { exit, signal, stdout, stderr } = await runHooks(scratch, [...words, ...(step.bare ? [] : roots)], {
    ...(step.env === undefined ? {} : { env: step.env }),
    ...(step.stdin === undefined ? {} : { stdin: step.stdin }),
    ...(step.bare === undefined ? {} : { bare: step.bare }),
    ...(step.cwd === undefined ? {} : { cwd: join(scratch.dir, step.cwd) }),
  });
  const document = words.includes('--json') || words.includes('--schema') ? readJson(stdout) : undefined;
  const twin = step.sameAs === undefined ? null : await runHooks(scratch, step.sameAs.split(' '));
  const problems = [
    ...differences(exit, step.exit ?? 0, 'exit'),
    ...(twin === null ? [] : differences({ exit, stdout }, { exit: twin.exit, stdout: twin.stdout })),
    ...(step.json === undefined ? [] : differences(document, step.json, '')),
    ...Object.entries(step.hook ?? {}).flatMap(([name, wanted]) =>
      differences(findHook(document, name), wanted ?? undefined, name),
    ),
    ...(step.issues ?? []).flatMap((wanted) => missingFrom(document, 'issues', wanted)),
    ...(step.events ?? []).flatMap((wanted) => missingFrom(document, 'events', wanted)),
    ...(step.stdout === undefined ? [] : differences(stdout, step.stdout, 'stdout')),
    ...(step.stderr === undefined ? [] : differences(stderr, step.stderr, 'stderr')),
  ];
  if (problems.length > 0) {
    const printed = `exit ${exit ?? signal}\n${stdout.slice(0, 6000)}\n${stderr.slice(0, 2000)}`;
    expect.fail(`${problems.join('\n')}\n\nhooks ${step.hooks}\n${printed}`);
  }
}

async function callLibrary({ scratch }: Stage, step: StepOf<'script'>): Promise<void> {
  clearHookLog(scratch.log);
  const { exit, stdout, stderr } = await runScript(scratch, step.script);
  const ran = readHookLog(scratch.log).runs.map(({ name }) => name);
  const problems = [
    ...differences(exit, 0, 'exit'),
    ...differences(readJson(stdout), step.prints, 'prints'),
    ...differences(stderr, step.stderr ?? '', 'stderr'),
    ...(step.ran === undefined ? [] : exactDifferences(ran, step.ran, 'ran')),
  ];
  if (problems.length > 0) expect.fail(`${problems.join('\n')}\n\n${stdout}\n${stderr}`);
}

/** By name or qualified name, in whatever the command shows hooks in. */
function findHook(document: unknown, name: string): unknown {
  if (!isObject(document)) return undefined;
  const found = [document.hooks, document.hook, document].flat().filter(isObject);
  return found.find((item) => item.qualifiedName === name) ?? found.find((entry) => entry.name === name);
}

function missingFrom(document: unknown, key: string, wanted: Wanted): readonly string[] {
  const list = isObject(document) && Array.isArray(document[key]) ? document[key] : [];
  const isThere = list.some((item) => differences(item, wanted).length === 0);
  return isThere ? [] : [`${key}: no such one: ${differences(list, wanted).join()}`];
}

/**
 * Kills a command that writes at ever later instants, until one call got through to its end. Afterwards nothing
 * may be said to be corrupt, and the command still works.
 */
async function killHooks({ scratch, roots }: Stage, { killed, times }: StepOf<'killed'>): Promise<void> {
  const words = [...killed.split(' '), ...roots];
  const { elapsedMs, exit } = await runHooks(scratch, words);
  expect(exit, `hooks ${killed}`).toBe(0);
  for (let round = 1; round <= times; round++) {
    const killAtMs = (elapsedMs * round) / times;
    await runHooks(scratch, words, {
      started: (pid) => void delay(killAtMs).then(() => killIfThere(pid)),
    });
    const { stdout } = await runHooks(scratch, ['list', '--json', ...roots]);
    const listed = readJson(stdout);
    expect(
      isObject(listed) ? listed.issues : stdout,
      `after a kill at ${Math.round(killAtMs)} ms of \`hooks ${killed}\``,
    ).toEqual([]);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended before.
  }
}

function writeFiles(
  inside: (path: string) => string,
  files: Readonly<Record<string, string | FileText>>,
): void {
  for (const [path, file] of Object.entries(files)) {
    writeText(inside(path), typeof file === 'string' ? { text: file } : file);
  }
}

function appendTexts(inside: (path: string) => string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) appendFileSync(inside(path), text);
}

function expectFiles(inside: (path: string) => string, files: Readonly<Record<string, Wanted>>): void {
  const problems = Object.entries(files).flatMap(([path, wanted]) => {
    return differences(readIfThere(inside(path)), wanted ?? undefined, path);
  });
  if (problems.length > 0) expect.fail(problems.join('\n'));
}

function expectEventLog({ scratch }: Stage, { eventLog, lines, mode }: StepOf<'eventLog'>): void {
  const files = eventLogFiles(scratch.state);
  const text = files.map((path) => readFileSync(path, 'utf8')).join('');
  expect(text.trim().split('\n')).toHaveLength(lines);
  expect(text.replaceAll('\n', ' ')).toMatch(eventLog);
  for (const path of mode === undefined ? [] : files) expect(statSync(path).mode & 0o777, path).toBe(mode);
}

/** Who looks after the background ends soon after its last record, on a busy machine not at once. */
async function awaitNothing({ scratch }: Stage): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  let left = await leftoverProcesses(scratch.dir);
  while (left.length > 0 && performance.now() < giveUpAt) left = await leftoverProcesses(scratch.dir);
  expect(left).toEqual([]);
}

async function awaitText({ scratch }: Stage, { awaits, in: path }: StepOf<'awaits'>): Promise<void> {
  const text = (): string => {
    const files = path === undefined ? eventLogFiles(scratch.state) : [join(scratch.dir, path)];
    return files.map((file) => readIfThere(file) ?? '').join('');
  };
  const giveUpAt = performance.now() + 10_000;
  while (!awaits.test(text()) && performance.now() < giveUpAt) await delay(20);
  expect(text()).toMatch(awaits);
}

function cutFiles(dir: string): void {
  for (const name of readdirSync(dir, { recursive: true }) as string[]) {
    const path = join(dir, name);
    if (statSync(path).isFile()) truncateSync(path, Math.floor(statSync(path).size / 2));
  }
}

/** Of names, modes and contents of everything below a folder. */
function hashTree(dir: string): string {
  const hash = createHash('sha256');
  for (const name of (readdirSync(dir, { recursive: true }) as string[]).sort()) {
    const path = join(dir, name);
    const stats = lstatSync(path);
    hash.update(`${name}\0${stats.mode}\0`);
    if (stats.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}
