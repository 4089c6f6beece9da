import {
  type Decision,
  type HookRun,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import { dispatchText, durationText, isEnded, runName, runText, unlessOnlyWho } from '@hookmd/ui/words';
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
  const { followUps, hooks, dropped, halt } = decision;
  const made = {
    ...decision,
    ...(halt === null ? {} : { halted: true as const }),
    ...(decision.decision === 'none' && followUps.length > 0 ? { sentBack: true as const } : {}),
  };
  const text = dispatchText(made)
    .replace(/^proceeded/, 'proceeds')
    .replace('asks the user', 'asks you');
  out.line(paintDispatch(out, made, text));
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

/** Who reads which texts of a decision. */
function textsOf({
  decision,
  reason,
  hooks,
  context,
  hints,
  feedback,
  followUps,
  halt,
  userMessages,
}: Decision): {
  readonly model: readonly string[];
  readonly user: readonly string[];
} {
  const why = unlessOnlyWho(reason, hooks);
  const reasons = why === null || decision === 'none' ? [] : [why];
  const isForUser = decision === 'ask' || halt !== null;
  return {
    model: [
      ...(decision === 'block' && !isForUser ? reasons : []),
      ...context,
      ...hints,
      ...feedback,
      ...followUps,
    ],
    user: [...(isForUser ? reasons : []), ...userMessages],
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
  const { hooks } = trial.decision;
  const { model, user } = textsOf(trial.decision);
  const read = hooks.filter(({ reason }) =>
    [...model, ...user].some((text) => text.includes(reason ?? '\0')),
  );
  const isTimed = hooks.some(({ durationMs }) => durationMs !== null);
  return hooks.map((run) => {
    const hidesReason = read.length === 1 && read[0] === run;
    const text =
      run.cause === 'ASYNC'
        ? 'would start in the background'
        : runText(run, { isEnded: isEnded(trial.decision), hidesReason });
    const parts = [paintRun(out, run, text), matchText(run, trial), fixText(run, trial)];
    return [
      runName(run, hooks),
      // As wide for every time up to 10 s.
      (run.durationMs === null ? '–' : durationText(run.durationMs)).padStart(isTimed ? 6 : 1),
      parts.filter((part) => part !== '').join('. '),
    ];
  });
}

/** Which commands of several its condition matches: `git push -f` of `cd x && git push -f`. */
function matchText({ qualifiedName }: HookRun, { matched, event }: Trial): string {
  const match = matched.get(qualifiedName);
  const whole = event.tool?.command ?? null;
  if (match === undefined || whole === null) return '';
  const { commands } = match;
  const condition = cleanLine(match.condition);
  if (commands.length === 0) return `${condition} applies because the command cannot be fully parsed`;
  if (commands.length === 1 && commands[0] === whole.trim()) return '';
  return `${condition} matches ${commands.map((text) => `\`${cleanLine(text)}\``).join(', ')}`;
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
  const { changed, input } = decision;
  if (input === null || !isJsonObject(before)) {
    for (const line of alignColumns(changeRows(decision), { indent: '  ', width: out.width })) out.line(line);
    return;
  }
  if (changed.length > 0) out.line();
  for (const key of new Set([...Object.keys(before), ...Object.keys(input)])) {
    if (isSameJson(before[key], input[key])) continue;
    out.line(`  ${cleanLine(key)}`);
    for (const [mark, value, style] of [
      ['-', before[key], 'red'],
      ['+', input[key], 'green'],
    ] as const)
      if (value !== undefined)
        out.line(
          out.paint(style, wrapUnder(`    ${mark} ${cleanLine(JSON.stringify(value))}`, out.width, '  ')),
        );
  }
}
