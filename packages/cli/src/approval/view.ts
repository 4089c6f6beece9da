import { failsClosed, MAX_TIMEOUT_MS, type Manifest } from '@hookmd/core/manifest';
import { definitionKinds, type HookStatus, unpinnedIssues } from '@hookmd/core/registry';
import { cleanLine, exactLine } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import {
  ANY_CONTRACT,
  describeCommands,
  describeContract,
  describeHandler,
  describeIsolation,
  describeMs,
  describeTiming,
  describeWhen,
  withGrants,
} from '../hooks/describe.ts';
import { ownerName } from '../hooks/find-hook.ts';
import { serviceRows } from '../hooks/service.ts';
import { alignColumns, wrapUnder } from '../ui/output.ts';
import { type GrantProposal, NO_PROPOSAL, wishRows } from './grants.ts';

interface Agreement extends GrantProposal {
  /** Hooks of the same name that it takes the place of. */
  readonly displaced: readonly HookStatus[];
}

/**
 * Prints what the user approves to standard error: what runs, when, with which data, and what it may change. `hooks` is one
 * hook, or those of one plugin.
 */
export function showApproval(
  { err }: Context,
  hooks: readonly HookStatus[],
  agreementOf: (status: HookStatus) => Agreement,
): void {
  const [status] = hooks;
  if (status === undefined || status.record.manifest === null) return;
  const { record } = status;
  const rows = [
    ...(hooks.length === 1 ? behaviourRows(status, agreementOf(status)) : pluginRows(hooks, agreementOf)),
    ['files', fileList(record.files)],
    ...unpinnedIssues(record).map(({ message }) => ['unpinned', cleanLine(message)]),
    ['digest', record.digest ?? ''],
  ];
  const name = err.paint('bold', cleanLine(hooks.length === 1 ? record.qualifiedName : ownerName(record)));
  const subject = hooks.length === 1 ? name : `${name}, a plugin with ${hooks.length} hooks,`;
  const how = status.record.manifest.isolation === 'off' ? "outside any agent's sandbox" : 'isolated';
  err.line(wrapUnder(`${subject} will run as you, ${how}:`, err.width, '  '));
  for (const line of alignColumns(rows, { indent: '  ', width: err.width })) err.line(line);
}

const MAX_COMMAND = 160;
/** What a hook gets is decided when it runs; an approval shows the time that its manifest has. */
const LIMITS = { maxTimeoutMs: MAX_TIMEOUT_MS, managedTimeoutMs: null };

/** What all hooks of a plugin do, as rows: what runs when, and what applies to several of them once. */
export function pluginRows(
  hooks: readonly HookStatus[],
  agreementOf: (status: HookStatus) => Agreement = () => NO_AGREEMENT,
): readonly (readonly string[])[] {
  const shared = new Map<string, Set<string>>();
  const runs: string[][] = [];
  for (const status of hooks) {
    const { manifest } = status.record;
    if (manifest === null) continue;
    const agreement = agreementOf(status);
    const isLimited = manifest.matcher !== null || manifest.condition !== null;
    const when = [
      ...(isLimited ? [exactLine(describeWhen(manifest))] : []),
      ...describeTiming(manifest, LIMITS, agreement.grants.timeoutMs),
    ];
    const command = exactLine(describeHandler(manifest));
    runs.push([
      [eventsOf(manifest), ...when].join(', '),
      command.length > MAX_COMMAND ? `${command.slice(0, MAX_COMMAND)}…` : command,
    ]);
    for (const [label = '', text = ''] of behaviourRows(status, agreement))
      if (!['runs', 'on', 'when'].includes(label))
        shared.set(label, (shared.get(label) ?? new Set()).add(text));
  }
  return [...runs, ...[...shared].flatMap(([label, texts]) => [...texts].map((text) => [label, text]))];
}

const NO_AGREEMENT: Agreement = { ...NO_PROPOSAL, displaced: [] };

/** Everything about a hook but its bytes, as rows; empty where its manifest cannot be read. */
export function behaviourRows(
  status: HookStatus,
  { grants, displaced, ...wishes }: Agreement = NO_AGREEMENT,
): readonly (readonly string[])[] {
  const { record } = status;
  const { manifest } = record;
  if (manifest === null) return [];
  const { isInvoked, noun } = definitionKinds[record.root.kind];
  // The setting applies to every hook of this name.
  const set = status.setEnv.map((name) => `${cleanLine(name)} (as your config.yaml sets it)`);
  const variables = [...new Set([...manifest.requires.env, ...manifest.env, ...grants.env]), ...set];
  const { timeoutMs } = grants;
  const isService = manifest.handler.mode === 'http';
  return [
    ['runs', exactLine(describeHandler(manifest))],
    ...serviceRows(status),
    ...(isInvoked ? [['is', `a ${noun}, without a manifest: ${cleanLine(record.path)}`]] : []),
    ['on', isInvoked ? eventOf(manifest, record.name) : eventsOf(manifest)],
    ['when', [exactLine(describeWhen(manifest)), ...describeTiming(manifest, LIMITS, timeoutMs)].join(', ')],
    ...(timeoutMs === undefined
      ? []
      : [['for', `up to ${describeMs(timeoutMs)}, above the limit of \`hooks.maxTimeout\``]]),
    ...describeCommands(manifest).map((line) => ['may run', exactLine(line)]),
    ...(isModel(manifest) ? [['sends', 'the event, and what it reads, to the provider of its model']] : []),
    ['may', isInvoked ? ANY_CONTRACT : describeContract(withGrants(manifest, grants)).join('; ')],
    ...wishRows(wishes),
    ...displaced.map((hookStatus) => [
      'replaces',
      `${cleanLine(hookStatus.record.qualifiedName)}, which then does not run here`,
    ]),
    ...(manifest.isolation === 'off' ? [] : [['isolated', describeIsolation(manifest)]]),
    ['fails', failsClosed(manifest) ? 'closed: a failure blocks' : 'open: the call proceeds if it fails'],
    [
      'reads env',
      variables.length > 0
        ? variables.join(', ')
        : isService
          ? 'nothing'
          : 'nothing beyond PATH, HOME and HOOK_*',
    ],
  ];
}

function isModel({ handler }: Pick<Manifest, 'handler'>): boolean {
  return handler.mode === 'prompt' || handler.mode === 'agent';
}

function eventsOf({ events }: Pick<Manifest, 'events'>): string {
  return cleanLine(events.map((event) => event.name).join(', '));
}

/** Another version may listen to another event. */
function eventOf({ events }: Pick<Manifest, 'events'>, name: string): string {
  const before = events.length === 0 ? '' : `, so far ${eventsOf({ events })}`;
  return `the event it names${before}: a yes runs \`${cleanLine(name)} hook\` once, from the approved copy`;
}

/** Bare executables of the same name that stop once this one is approved: `statuses` are in the order of their directories. */
export function displacedBy(statuses: readonly HookStatus[], status: HookStatus): readonly HookStatus[] {
  const isExecutable = ({ record }: HookStatus): boolean =>
    definitionKinds[record.root.kind].oneOfAName === 'in all hooks directories';
  if (!isExecutable(status)) return [];
  const later = statuses.slice(statuses.indexOf(status) + 1);
  return later.filter(
    (hookStatus) =>
      isExecutable(hookStatus) &&
      hookStatus.record.name === status.record.name &&
      hookStatus.state !== 'conflict',
  );
}

export function fileList(files: readonly string[]): string {
  const shown = files.slice(0, 12).map(cleanLine).join(', ');
  return files.length > 12 ? `${shown} and ${files.length - 12} more` : shown;
}
