import type { Places } from '@hookmd/core/internal/discovery/places';
import { type Issue, isAboutNoHook } from '@hookmd/core/internal/errors/issue';
import { readFreshRuns } from '@hookmd/core/internal/journal/fresh-runs';
import type { State } from '@hookmd/core/internal/registry/judge-status';
import type { Command, ExitStatus } from '../command.ts';
import { isPath } from '../command-line/parser.ts';
import { type Context, journalDir, placesOf } from '../context.ts';
import { mayBeUnfinished } from '../install/unfinished.ts';
import type { FullOverview } from '../make-overview.ts';
import { overviewOf } from '../overview.ts';
import type { OverviewRow } from '../overview-file.ts';
import { runCommand } from '../run-command.ts';
import { showList } from '../views/list.ts';

const STATES: readonly State[] = [
  'ready',
  'disabled',
  'ineligible',
  'untrusted',
  'changed',
  'linked',
  'shadowed',
  'invalid',
];

export const command: Command = {
  name: 'list',
  usage: '',
  stateIsFilter: true,
  about: 'All hook packages with their state.',
  options: [
    { flags: '--state <state>', about: `only this state: ${STATES.join(', ')}` },
    { flags: '--event <event>', about: 'only hooks of this event' },
    { flags: '--all', about: 'shadowed ones, and what stands in a root and is no hook' },
  ],
  offers: { state: { kind: 'words', words: STATES } },
  examples: ['hooks list', 'hooks list --event PreToolUse', 'hooks list --state ineligible --json'],
  async run(context) {
    const state = context.options.word('state', STATES, (text) => !isPath(text));
    const events = await eventsOf(context.options.text('event'));
    const places = placesOf(context);
    // What is kept may be from before a call that was killed half-way.
    const mustLook = context.isJson || events !== null || mayBeUnfinished(places.stateDir);
    const full = mustLook ? await makeInFull(context, places) : null;
    const overview = full ?? (await overviewOf(context, places));
    const isAll = context.options.has('all') || state === 'shadowed';
    const isShown = (row: OverviewRow, index: number): boolean =>
      (isAll || row.state !== 'shadowed') &&
      (state === undefined || (row.state === state && !hangsOnAgent(row))) &&
      (events === null || (full?.canonicalEvents[index]?.some((one) => events.includes(one)) ?? false));
    const packageIssues = isAll
      ? [...overview.issues, ...overview.packageIssues]
      : [
          ...overview.issues.filter((one) => !isAboutNoHook(one)),
          ...overview.packageIssues.filter(({ severity }) => severity === 'error'),
        ];
    const issues = [...packageIssues, ...(await neverAsked(context, overview.rows))];
    if (context.isJson) {
      const hooks = full?.hooks.filter((_, index) => isShown(overview.rows[index] as OverviewRow, index));
      context.print({ schema: 'hookmd.list/1', hooks, issues });
    } else {
      const shown = overview.rows.filter(isShown);
      const lastRuns = await readFreshRuns(journalDir(places), places.projectDir);
      showList(context, places, {
        shown,
        lastRuns: shown.map(({ qualifiedName }) => lastRuns.of(qualifiedName)),
        total: overview.rows.length,
        issues,
      });
      lastRuns.keep();
    }
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);

/** Whether a built-in runs is for the agent to say, unless a person switched it off: in no state is it for certain. */
function hangsOnAgent({ source, state }: OverviewRow): boolean {
  return source === 'builtin' && state === 'ready';
}

async function eventsOf(name: string | undefined): Promise<readonly string[] | null> {
  if (name === undefined) return null;
  const { eventsNamed } = await import('../event-filter.ts');
  return eventsNamed(name);
}

/** Hooks whose needs no attached agent meets. What looks at agents is loaded where a hook needs something of them. */
async function neverAsked(context: Context, rows: readonly OverviewRow[]): Promise<readonly Issue[]> {
  if (!rows.some(({ asks }) => asks !== undefined)) return [];
  const { unhonoured } = await import('../agents/host-cannot.ts');
  const { placesToAttach } = await import('../attach/choose.ts');
  return unhonoured(rows, placesToAttach(context));
}

/** The kept overview holds only what a person is shown. */
async function makeInFull(context: Context, places: Places): Promise<FullOverview> {
  const { makeOverview } = await import('../make-overview.ts');
  return makeOverview(context, places);
}
