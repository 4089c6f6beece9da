import type { JsonObject } from '@hookmd/core/events';
import { cleanLine, counted } from '@hookmd/core/text';

import type { AgentReport } from '../../agents/agent-report.ts';
import type { Context } from '../../command-line/context.ts';
import { describeMs } from '../../hooks/describe.ts';
import { describeAgo } from '../../ui/ago.ts';
import { alignColumns, type Output, type Paint, wrapUnder } from '../../ui/output.ts';
import { shownPath, switchedOff } from '../attach/changes-view.ts';

const NARROW = 80;

const trustStyles: Readonly<Record<NonNullable<AgentReport['trusted']>, { label: string; style: Paint }>> = {
  yes: { label: 'yes', style: 'green' },
  no: { label: 'no', style: 'red' },
  unknown: { label: 'not known', style: 'yellow' },
};

/** One line per agent, and what to do next about installed ones. */
export function showAgents(context: Context, reports: readonly AgentReport[]): void {
  const { out, err } = context;
  const isNarrow = out.width < NARROW;
  const rows = reports.map((report) => [
    report.name,
    ...(isNarrow ? [] : [installedText(report)]),
    attachedText(out, report),
    trustText(out, report),
    lastText(out, report, isNarrow),
  ]);
  const heads = ['AGENT', ...(isNarrow ? [] : ['INSTALLED']), 'ATTACHED', 'TRUSTED', 'LAST EVENT'];
  for (const line of alignColumns([heads, ...rows], { indent: '  ', width: out.width })) out.line(line);
  const hints = reports.flatMap((report) => hintsOf(context, report));
  if (hints.length > 0) err.line();
  for (const hint of hints) err.line(wrapUnder(hint, err.width, '  '));
}

/** One agent: where it is attached, and what it honors for each event. */
export function showAgent(context: Context, report: AgentReport): void {
  const { out, err } = context;
  const { inspection } = report;
  out.line(`${out.paint('bold', report.name)}  ${attachedText(out, report)}`);
  const attached = inspection.scopes.filter(({ events }) => events.length > 0);
  const rows = [
    ['Program', report.program === null ? 'not in the PATH' : shownPath(context, report.program)],
    ...attached.flatMap(({ scope, files, events }) =>
      files
        .filter(({ entries }) => entries.length > 0)
        .map(({ path }) => [
          'Attached in',
          `${cleanLine(shownPath(context, path))}   (${scope}, ${counted(events.length, 'event')})`,
        ]),
    ),
    ...(report.trusted === null ? [] : [['Trusted', trustText(out, report)]]),
    ['Last event', lastText(out, report)],
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  out.line();
  const events = report.events.map(({ event, native, reported, honours, halts, budgetMs }) => [
    event,
    native === event ? '' : native,
    reported,
    budgetMs === null ? '' : describeMs(budgetMs),
    [...honours, ...(halts ? ['halt'] : [])].join(' ') || 'observe',
  ]);
  const heads = ['EVENT', 'ITS NAME', 'TOLD', 'WAITS', 'HONOURS'];
  for (const line of alignColumns([heads, ...events], { indent: '  ', width: out.width })) out.line(line);
  const hints = hintsOf(context, report);
  if (hints.length > 0) err.line();
  for (const hint of hints) err.line(wrapUnder(hint, err.width, '  '));
}

export function agentJson({ inspection, ...report }: AgentReport): JsonObject {
  const { scopes, events: reported, missing, needs } = inspection;
  return {
    ...report,
    isInstalled: report.program !== null || report.settingsDirectory !== null,
    attached: reported.length > 0,
    reported,
    missing,
    needs,
    scopes,
  } as unknown as JsonObject;
}

function installedText({ program, settingsDirectory }: AgentReport): string {
  if (program !== null) return 'yes';
  return settingsDirectory === null ? '–' : 'settings only';
}

function attachedText(out: Output, { offBy, inspection: { events, missing, scopes } }: AgentReport): string {
  if (events.length === 0) return out.paint('dim', 'not attached');
  const where = scopes.filter((inspected) => inspected.events.length > 0).map(({ scope }) => scope);
  const absent = missing.length === 0 ? '' : out.paint('yellow', `, ${missing.length} missing`);
  const off = offBy.length === 0 ? '' : out.paint('red', ', hooks disabled');
  return `${counted(events.length, 'event')} (${where.join(', ')})${off}${absent}`;
}

function trustText(out: Output, { trusted }: AgentReport): string {
  if (trusted === null) return '–';
  const { label, style } = trustStyles[trusted];
  return out.paint(style, label);
}

function lastText(out: Output, { lastEvent }: AgentReport, isShort = false): string {
  if (lastEvent === null) return out.paint('dim', 'never');
  const ago = describeAgo(Date.parse(lastEvent.time), Date.now());
  return isShort ? ago : `${ago}  ${lastEvent.event}`;
}

/** What the user should do; nothing for an agent that is not here. */
function hintsOf(context: Context, { name, program, inspection, offBy }: AgentReport): readonly string[] {
  const { events, missing, needs, scopes } = inspection;
  const unreadable = scopes.flatMap(({ files }) =>
    files.flatMap(({ path, problem }) =>
      problem === null ? [] : [`${name}: ${cleanLine(path)} cannot be read: ${cleanLine(problem)}.`],
    ),
  );
  if (events.length === 0)
    return [...unreadable, ...(program === null ? [] : [`${name}: \`hooks attach ${name}\` attaches it.`])];
  const added =
    missing.length === 0
      ? []
      : [`${name}: it does not send ${missing.join(', ')}: \`hooks attach ${name}\` adds that.`];
  const open = needs
    .filter(({ isMet }) => isMet !== true)
    .map(({ message, remedy }) => `${name}: ${message} ${remedy}`);
  const off = offBy.map((path) => switchedOff(context, name, path));
  return [...unreadable, ...off, ...added, ...open];
}
