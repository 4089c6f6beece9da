import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { eventNames } from '@hookmd/core/internal/protocol/events';
import type { HookStatus, State } from '@hookmd/core/internal/registry/status';
import { findForeignName, foreignNames } from '@hookmd/core/internal/wires/foreign-names';
import { isEventName } from '@hookmd/core/protocol';
import type { Command, ExitStatus } from '../command.ts';
import { hookJson } from '../hook-json.ts';
import { look } from '../look.ts';
import { isFolder } from '../parse-arguments.ts';
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
    { flags: '--all', about: 'shadowed packages and folders without a manifest too' },
  ],
  examples: ['hooks list', 'hooks list --event PreToolUse', 'hooks list --state ineligible --json'],
  async run(context) {
    const state = context.options.word('state', STATES, (text) => !isFolder(text));
    const events = eventsOf(context.options.text('event'));
    const seen = await look(context);
    const isAll = context.options.has('all') || state === 'shadowed';
    const shown = seen.statuses.filter(
      (one) =>
        (isAll || one.state !== 'shadowed') &&
        (state === undefined || one.state === state) &&
        (events === null || isOfEvent(one, events)),
    );
    const ofPackages = seen.statuses
      .flatMap(({ record }) => record.issues)
      .filter((one) => one.severity === 'error');
    const ofPlaces = seen.issues.filter((one) => one.code !== 'MANIFEST_MISSING');
    const issues = isAll
      ? [...seen.issues, ...seen.statuses.flatMap(({ record }) => record.issues)]
      : [...ofPlaces, ...ofPackages];
    if (context.isJson) {
      context.print({ schema: 'hookmd.list/1', hooks: shown.map((one) => hookJson(one, seen)), issues });
    } else {
      showList(context, seen, shown, issues);
    }
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);

function eventsOf(name: string | undefined): readonly string[] | null {
  if (name === undefined) return null;
  if (isEventName(name)) return [name];
  const foreign = findForeignName(name);
  if (foreign !== undefined) return foreign.events;
  const suggestion = didYouMean(name, [...eventNames, ...foreignNames.map((row) => row.name)]);
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion });
}

function isOfEvent({ record }: HookStatus, events: readonly string[]): boolean {
  const own = record.manifest?.events.flatMap((one) => one.events) ?? record.partial.events;
  return own.some((one) => events.includes(one));
}
