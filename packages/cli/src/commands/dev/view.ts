import type { Issue } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { tick } from '../../hooks/state.ts';
import { counted } from '../../ui/counted.ts';
import { showIssues } from '../../ui/issue.ts';
import { cut, wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import type { Difference } from '../test/cases.ts';
import { showCase } from '../test/view.ts';
import type { ReplayedCase } from './compare-rounds.ts';

export interface Round {
  /** From 1. */
  readonly number: number;
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  readonly cases: readonly ReplayedCase[];
}

const MAX_VALUE = 200;

export function showWatching(context: Context, name: string, dir: string): void {
  const { err } = context;
  const where = cleanLine(shortPath(dir, context));
  err.line(
    wrapUnder(`${cleanLine(name)}  ${where} is watched, and its cases are run; Ctrl-C ends it`, err.width),
  );
}

/** Errors, failed cases and changed decisions; the summary on the last line. */
export function showRound(context: Context, { number, ok, issues, cases }: Round): void {
  const { out } = context;
  showIssues(context, issues);
  for (const { result, ok: isOk, changes } of cases) {
    if (!isOk) showCase(context, result, false);
    else if (changes.length > 0)
      out.line(wrapUnder(`  ${tick(out, true)} ${cleanLine(result.case.name)}`, out.width, '  '));
    for (const change of changes)
      out.line(wrapUnder(`      ${out.paint('cyan', changeText(change))}`, out.width, '      '));
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

function changeText({ key, expected, found }: Difference): string {
  return `${cleanLine(key)}: was ${valueText(expected)}, is ${valueText(found)}`;
}

function valueText(value: Difference['found']): string {
  return value === undefined ? 'nothing' : cut(cleanLine(JSON.stringify(value)), MAX_VALUE);
}
