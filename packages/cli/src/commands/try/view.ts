import {
  type Decision,
  type HookRun,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import {
  dispatchOf,
  durationText,
  inputChanges,
  matchText,
  runName,
  textsOf,
  trialRows,
  trialText,
} from '@hookmd/ui/words';
import type { Context } from '../../command-line/context.ts';
import { changeRows, paintDispatch, paintRun, warningLines } from '../../event-log/event-text.ts';
import { adviceOn } from '../../hooks/advice.ts';
import { stateCauses } from '../../hooks/causes.ts';
import { everyHook } from '../../hooks/find-hook.ts';
import { alignColumns, wrap, wrapUnder } from '../../ui/output.ts';
import type { Trial } from './try-event.ts';

/** Prints the decision, what is read of it, a row for each hook, and what changed. */
export function showTrial(context: Context, payload: JsonObject, trial: Trial): void {
  const { out, err } = context;
  const { decision, seen } = trial;
  const { hooks, dropped } = decision;
  out.line(paintDispatch(out, dispatchOf(decision), trialText(decision)));
  const { model, user } = textsOf(decision);
  showTexts(context, 'The model reads:', model);
  showTexts(context, 'You read:', user);
  const rows = [...runRows(context, trial), ...newRows(trial)];
  out.line();
  if (rows.length === 0) out.line(`  no hook listens to ${decision.event}`);
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  showChanges(context, payload, decision);
  const notes = [
    ...hooks.flatMap((run) => warningLines(run, runName(run, hooks))),
    ...dropped.map((text) => `dropped: ${cleanLine(text)}`),
    ...trial.warnings.map((text) => `warning: ${cleanLine(text)}`),
  ];
  for (const text of notes) err.line(err.paint('yellow', wrapUnder(text, err.width, '  ')));
  for (const text of adviceOn(context, seen, decision)) err.line(wrapUnder(text, err.width, '  '));
}

/** The decision as `hooks run --json` prints it, and what it does not have. */
export function trialJson({ decision, matched, unindexed, warnings }: Trial): JsonObject {
  return {
    schema: 'hookmd.try/1',
    decision: decision as unknown as JsonValue,
    matched: Object.fromEntries(matched) as unknown as JsonObject,
    unindexed: unindexed.map(({ record }) => record.qualifiedName),
    warnings: [...warnings],
  };
}

function showTexts({ out }: Context, title: string, texts: readonly string[]): void {
  if (texts.length === 0) return;
  out.line();
  out.line(`  ${title}`);
  for (const text of texts)
    for (const line of text.split('\n').flatMap((row) => wrap(cleanLine(row), out.width - 6)))
      out.line(`    ${out.paint('dim', '│')} ${line}`);
}

function runRows({ out }: Context, trial: Trial): readonly (readonly string[])[] {
  const isTimed = trial.decision.hooks.some(({ durationMs }) => durationMs !== null);
  const whole = trial.event.tool?.command ?? null;
  return trialRows(trial.decision).map(({ run, name, text }) => {
    const match = trial.matched.get(run.qualifiedName);
    const matches = match === undefined || whole === null ? '' : matchText(match, whole);
    const parts = [paintRun(out, run, text), matches, fixText(run, trial)];
    return [
      name,
      // As wide for every time up to 10 s.
      (run.durationMs === null ? '–' : durationText(run.durationMs)).padStart(isTimed ? 6 : 1),
      parts.filter((part) => part !== '').join('. '),
    ];
  });
}

/** What lets it run, for a hook that the state of its package skips. */
function fixText({ qualifiedName, outcome, phase }: HookRun, { seen }: Trial): string {
  if (outcome !== 'skipped' || phase !== null) return '';
  const status = everyHook(seen).find(({ record }) => record.qualifiedName === qualifiedName);
  return status === undefined ? '' : cleanLine(stateCauses(status)[0]?.remedy ?? '');
}

function newRows({ unindexed }: Trial): readonly (readonly string[])[] {
  return unindexed.map((status) => {
    const { message = 'it is new', remedy = '' } = stateCauses(status)[0] ?? {};
    return [cleanLine(status.record.name), '–', cleanLine(`skipped: ${message} ${remedy}`)];
  });
}

/** Each changed argument before and after; what else hooks changed as a whole. */
function showChanges({ out }: Context, { tool_input: before }: JsonObject, decision: Decision): void {
  if (decision.input === null || !isJsonObject(before)) {
    for (const line of alignColumns(changeRows(decision), { indent: '  ', width: out.width })) out.line(line);
    return;
  }
  if (decision.changed.length > 0) out.line();
  for (const change of inputChanges(before, decision)) {
    out.line(`  ${change.key}`);
    for (const [mark, value, style] of [
      ['-', change.before, 'red'],
      ['+', change.after, 'green'],
    ] as const)
      if (value !== null) out.line(out.paint(style, wrapUnder(`    ${mark} ${value}`, out.width, '  ')));
  }
}
