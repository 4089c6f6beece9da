import { type Issue, isAboutNoHook } from '@hookmd/core/errors';
import { readLastRuns } from '@hookmd/core/event-log';
import { cleanLine } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, eventLogDir } from '../../command-line/context.ts';
import { isPath } from '../../command-line/parser.ts';
import { runCommand } from '../../command-line/run-command.ts';
import type { ShownState } from '../../hooks/health.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { canonicalEvents, readSummary, type SummaryRow, withProblem } from '../../hooks/overview.ts';
import { fromHome } from '../../ui/short-path.ts';
import { showList } from './view.ts';

const STATES: readonly ShownState[] = [
  'ready',
  'failing',
  'disabled',
  'ineligible',
  'unapproved',
  'changed',
  'linked',
  'unpinned',
  'conflict',
  'invalid',
];

export const command: Command = {
  name: 'list',
  usage: '',
  stateIsFilter: true,
  about: 'List hook packages with their state.',
  options: [
    { flags: '--state <state>', about: `only hooks in this state: ${STATES.join(', ')}` },
    { flags: '--event <event>', about: 'only hooks that listen to this event' },
    { flags: '--all', about: 'also built-in hooks, name conflicts, and files that are not hooks' },
  ],
  offers: { state: { kind: 'words', words: STATES } },
  examples: ['hooks list', 'hooks list --event PreToolUse', 'hooks list --state ineligible --json'],
  async run(context) {
    const state = context.options.word('state', STATES, (text) => !isPath(text));
    const event = context.options.text('event');
    const events =
      event === undefined ? null : (await import('../../event-log/event-filter.ts')).eventsNamed(event);
    const { rows: found, seen, ...summary } = await readSummary(context);
    const rows = await Promise.all(found.map(withFirstCause));
    const { places } = seen;
    const isAll = context.options.has('all') || state === 'conflict';
    const isShown = (row: SummaryRow): boolean =>
      (isAll || (row.state !== 'conflict' && (context.isJson || row.source !== 'builtin'))) &&
      (state === undefined || (row.state === state && !hangsOnAgent(row))) &&
      (events === null || canonicalEvents(row.status).some((event) => events.includes(event)));
    const packageIssues = isAll
      ? [...summary.issues, ...summary.packageIssues]
      : [
          ...summary.issues.filter((issue) => !isAboutNoHook(issue)),
          ...summary.packageIssues.filter(({ severity }) => severity === 'error'),
        ];
    const issues = [...packageIssues, ...(await neverInvoked(context, rows))];
    const shown = rows.filter(isShown);
    const lastRunOf = readLastRuns(eventLogDir(places), places.projectDir);
    if (context.isJson) {
      const hooks = shown.map(({ status }) => hookJson(status, seen, lastRunOf));
      context.print({ schema: 'hookmd.list/1', hooks, issues });
    } else {
      const lastRuns = shown.map(({ qualifiedName }) => lastRunOf(qualifiedName));
      const explained = shown
        .map((row, index) => withProblem(row, lastRuns[index] ?? null))
        .map((row) => ({ ...row, why: fromHome(row.why, context.environment) }));
      showList(context, places, { shown: explained, lastRuns, total: rows.length, issues });
    }
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** What bars the approval of a hook comes before the need for it. */
async function withFirstCause(row: SummaryRow): Promise<SummaryRow> {
  if (row.state !== 'unapproved') return row;
  const { causesOf } = await import('../../hooks/causes.ts');
  const [first] = await causesOf(row.status);
  return first?.severity === 'error' ? { ...row, why: cleanLine(first.message) } : row;
}

/** Whether a built-in runs depends on the agent, unless the user disabled it: no state is certain. */
function hangsOnAgent({ source, state }: SummaryRow): boolean {
  return source === 'builtin' && state === 'ready';
}

/** Hooks whose needs no attached agent meets. The code that inspects agents is loaded only if a hook needs something of them. */
async function neverInvoked(context: Context, rows: readonly SummaryRow[]): Promise<readonly Issue[]> {
  if (!rows.some(({ needs: prompts }) => prompts !== undefined)) return [];
  const { unhonoured } = await import('../../agents/host-cannot.ts');
  const { placesToAttach } = await import('../../attach/choose.ts');
  return unhonoured(rows, placesToAttach(context));
}
