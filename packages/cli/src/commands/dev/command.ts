import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasErrors, type Issue } from '@hookmd/core/errors';
import { readInventory } from '@hookmd/core/registry';
import { cleanLine, counted } from '@hookmd/core/text';
import { stampPackage } from '@hookmd/core/trust';

import { rejectUnusable } from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { tick } from '../../hooks/state.ts';
import { showIssues } from '../../ui/issue.ts';
import { cut, printOut, wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import type { Difference } from '../test/cases.ts';
import { removeDirectory } from '../test/test-bed.ts';
import { showCase } from '../test/view.ts';
import { compareRounds, type Memory, playRound, type ReplayedCase } from './rounds.ts';

const LOOK_EVERY_MS = 500;
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const command: Command = {
  name: 'dev',
  usage: '<name>',
  about: 'Rebuild a package and run its test cases on every change. Approves nothing. Ctrl-C stops it.',
  options: [{ flags: '--once', about: 'run once, then exit' }],
  examples: ['hooks dev my-guard', 'hooks dev my-guard --once --json'],
  async run(context) {
    const name = context.words[0] ?? '';
    const { statuses } = await readInventory(placesOf(context), context.environment);
    const status = findHook(statuses, name);
    // A round reports the errors of a manifest; a package that is gone or disabled by its name has none.
    if (status.record.isVanished || status.offBy !== null) rejectUnusable(status, 'tried');
    const { qualifiedName, dir } = status.record;
    const isOnce = context.options.has('once');
    const interrupt = new AbortController();
    const { signal } = interrupt;
    for (const name of ENDS) process.once(name, () => interrupt.abort());
    if (!isOnce && !context.isJson) {
      const where = cleanLine(shortPath(dir, context));
      const text = `${cleanLine(qualifiedName)}  ${where} is watched, and its cases are run; Ctrl-C ends it`;
      context.err.line(wrapUnder(text, context.err.width));
    }
    const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-dev-')));
    let memory: Memory = new Map();
    let played: string | null = null;
    try {
      for (let number = 1; !signal.aborted; ) {
        const stamp = stampPackage(dir);
        if (stamp === played) {
          await delay(LOOK_EVERY_MS, null, { signal }).catch(() => {});
          continue;
        }
        played = stamp;
        const { issues, results } = await playRound(context, qualifiedName, { dir: temporary, signal });
        // An editor may still be writing: the next round plays the finished files.
        if (signal.aborted || (!isOnce && stampPackage(dir) !== stamp)) continue;
        const { cases, memory: remembered } = await compareRounds(results, memory);
        memory = remembered;
        const ok = !hasErrors(issues) && cases.every((each) => each.ok);
        const round: Round = { number: number++, ok, issues, cases };
        if (context.isJson) printOut(`${JSON.stringify(roundJson(round, qualifiedName, dir))}\n`);
        else showRound(context, round);
        if (isOnce) return ok ? 0 : 1;
      }
      return 130;
    } finally {
      removeDirectory(temporary);
    }
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function roundJson({ number, ok, issues, cases }: Round, hook: string, dir: string): object {
  const passed = cases.filter((each) => each.ok).length;
  return {
    schema: 'hookmd.dev/1',
    hook,
    round: number,
    ok,
    counts: { cases: cases.length, passed, failed: cases.length - passed },
    issues,
    cases: cases.map((each) => caseJson(each, dir)),
  };
}

function caseJson({ result, ok, isNew, changes }: ReplayedCase, dir: string): object {
  const { case: packageCase, decision, differences, problem, run } = result;
  return {
    name: packageCase.name,
    file: relative(dir, packageCase.location.path),
    line: packageCase.location.line,
    event: packageCase.event,
    ok,
    isNew,
    decision: decision?.decision ?? null,
    reason: decision?.reason ?? null,
    outcome: run?.outcome ?? null,
    changes: changes.map(({ key, expected, found }) => ({
      key,
      before: expected ?? null,
      now: found ?? null,
    })),
    differences,
    problem,
  };
}

interface Round {
  /** From 1. */
  readonly number: number;
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  readonly cases: readonly ReplayedCase[];
}

const MAX_VALUE = 200;

/** Errors, failed cases and changed decisions; the summary on the last line. */
function showRound(context: Context, { number, ok, issues, cases }: Round): void {
  const { out } = context;
  showIssues(context, issues);
  for (const { result, ok: isOk, changes } of cases) {
    if (!isOk) showCase(context, result, false);
    else if (changes.length > 0)
      out.line(wrapUnder(`  ${tick(out, true)} ${cleanLine(result.case.name)}`, out.width, '  '));
    for (const { key, expected, found } of changes) {
      const text = `${cleanLine(key)}: was ${valueText(expected)}, is ${valueText(found)}`;
      out.line(wrapUnder(`      ${out.paint('cyan', text)}`, out.width, '      '));
    }
  }
  const changed = cases.filter(({ changes }) => changes.length > 0).length;
  const passed = cases.filter((replayedCase) => replayedCase.ok).length;
  const failed = cases.length - passed;
  const output = [
    ...(cases.length === 0 ? ['no case was run'] : [`${counted(cases.length, 'case')}: ${passed} passed`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(number === 1
      ? []
      : [changed === 0 ? 'no decision changed' : `${counted(changed, 'decision')} changed`]),
  ];
  out.line(wrapUnder(`${tick(out, ok)} round ${number}  ${output.join(', ')}`, out.width, '  '));
}

function valueText(value: Difference['found']): string {
  return value === undefined ? 'nothing' : cut(cleanLine(JSON.stringify(value)), MAX_VALUE);
}
