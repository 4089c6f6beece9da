import { type LastRun, readLastRuns } from '@hookmd/core/event-log';
import type { EventName } from '@hookmd/core/events';
import { compareHooks, effectiveOnFailure, effectiveTimeoutMs } from '@hookmd/core/hook-index';
import { definitionKinds, type HookStatus, type Inventory, wantsIsolation } from '@hookmd/core/registry';
import { cleanLine, counted, exactLine, quoteWord } from '@hookmd/core/text';
import { grantsOf } from '@hookmd/core/trust';

import { enabledHere } from '../../approval/wish.ts';
import { type Context, eventLogDir } from '../../command-line/context.ts';
import { lastRunLine } from '../../event-log/last-run.ts';
import type { Cause } from '../../hooks/causes.ts';
import {
  ANY_CONTRACT,
  describeCommands,
  describeContract,
  describeHandler,
  describeIsolation,
  describeMs,
  describeProtocol,
  describeTiming,
  describeWhen,
  withGrants,
} from '../../hooks/describe.ts';
import type { Failure } from '../../hooks/failure.ts';
import { failuresText, type Health, runningStates } from '../../hooks/health.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { summaryRow } from '../../hooks/overview.ts';
import { serviceRows } from '../../hooks/service.ts';
import { stateMeaning, stateText, tick } from '../../hooks/state.ts';
import { issueLines } from '../../ui/issue.ts';
import { alignColumns, cut, wrapUnder } from '../../ui/output.ts';
import { fromHome, shortPath, type Viewpoint } from '../../ui/short-path.ts';
import { listTable } from '../list/view.ts';

type Requirement = HookStatus['requirements'][number];

const SECTION_INDENT = '    ';
const MAX_VALUE = 60;

interface InfoFacts {
  readonly causes: readonly Cause[];
  readonly body: string;
  readonly order: Readonly<Record<string, readonly [number, number]>>;
  readonly also: readonly HookStatus[];
  /** Null = never. */
  readonly lastRun: LastRun | null;
  readonly health: Health;
  /** Of its last run. Null = nothing was wrong with it, or the event log no longer has it. */
  readonly failure: Failure | null;
  /** How long it takes where it ends in time; empty = unknown, or its last run did not time out. */
  readonly usualTime: string;
}

export function showInfo(context: Context, seen: Inventory, status: HookStatus, facts: InfoFacts): void {
  const { out } = context;
  const { record, state } = status;
  const { health } = facts;
  out.line(
    `${out.paint('bold', cleanLine(facts.also.length > 0 ? record.qualifiedName : record.name))}  ${stateText(out, health.state)}: ${meaning(status, facts)}`,
  );
  if (record.partial.description !== '')
    out.line(wrapUnder(cleanLine(record.partial.description), out.width));
  if (health.failures > 0 || facts.failure !== null) showFailure(context, seen, status, facts);
  section(context, 'Why', whyLines(context, status, facts.causes));
  section(
    context,
    facts.causes.some(({ code }) => code === 'LINKED') || state === 'unpinned' ? 'To end that' : 'To run it',
    distinctRemedies(facts.causes, context).map((text) =>
      wrapUnder(SECTION_INDENT + fromHome(text, context.environment), out.width),
    ),
  );
  out.line();
  const rows = factRows(context, seen, status, facts);
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  section(context, 'Options', optionLines(status, out.width));
  section(
    context,
    'Problems',
    [...record.issues, ...(status.options?.issues ?? [])].flatMap((issue) =>
      issueLines(out, issue, context, SECTION_INDENT),
    ),
  );
  if (facts.body.trim() === '') return;
  out.line();
  if (context.options.has('readme')) {
    for (const line of facts.body.trim().split('\n'))
      out.line(wrapUnder(`  ${cleanLine(line)}`.trimEnd(), out.width));
    return;
  }
  const name = facts.also.length > 0 ? record.qualifiedName : record.name;
  out.line(
    wrapUnder(`Full description: \`hooks info ${cleanLine(quoteWord(name))} --readme\``, out.width, '  '),
  );
}

/** The last error or warning, what it meant for the calls, and what to do. */
function showFailure(
  { out }: Context,
  { policy }: Inventory,
  { record, hold }: HookStatus,
  { health, failure, usualTime }: InfoFacts,
): void {
  const { manifest, name } = record;
  const isGuard = manifest !== null && effectiveOnFailure(manifest, hold, policy.policy) === 'block';
  const onFailure = `onFailure: ${isGuard ? 'block' : 'continue'}`;
  const effect =
    health.failures === 0
      ? `This is a warning and not a failure, so \`${onFailure}\` does not apply.`
      : `Each time it fails, the call ${isGuard ? 'is blocked' : 'goes ahead'} (${onFailure}).`;
  const paused = health.isPaused ? ' It failed 5 times in a row, so it is paused for up to a minute.' : '';
  const rows = [
    ['Problem', failure?.problem ?? 'The event log has no record of its last failure.'],
    ...(usualTime === '' ? [] : [['', usualTime]]),
    ['', `${effect}${paused}`],
    ['Fix', failure?.fix || `Run \`hooks doctor --fire ${cleanLine(quoteWord(name))}\` to see why.`],
  ];
  out.line();
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
}

/** A plugin: the description in its manifest, then a line for each of its hooks. */
export function showPlugin(
  context: Context,
  seen: Inventory,
  { name, version, description }: NonNullable<HookStatus['record']['plugin']>,
  hooks: readonly HookStatus[],
): void {
  const { out, err } = context;
  const lastRunOf = readLastRuns(eventLogDir(seen.places), seen.places.projectDir);
  if (context.isJson) {
    const json = hooks.map((status) => hookJson(status, seen, lastRunOf));
    context.print({ schema: 'hookmd.info/1', plugin: name, version, description, hooks: json });
    return;
  }
  out.line(`${out.paint('bold', cleanLine(name))}  a plugin with ${counted(hooks.length, 'hook')}`);
  if (description !== '') out.line(wrapUnder(cleanLine(description), out.width));
  out.line();
  const lastRuns = hooks.map(({ record }) => lastRunOf(record.qualifiedName));
  for (const line of listTable(
    out,
    hooks.map((status) => summaryRow(status, seen.places.stateDir)),
    lastRuns,
  ))
    out.line(line);
  err.line(`\nMore about one of them:  ${err.paint('cyan', `hooks info ${hooks[0]?.record.name ?? ''}`)}`);
}

/** Without a remedy that is the beginning of another: "Run X: it shows …" includes "Run X." */
function distinctRemedies(causes: readonly Cause[], viewpoint: Viewpoint): readonly string[] {
  const texts = [...new Set(causes.map((cause) => placeOf(cause, viewpoint) + cleanLine(cause.remedy)))];
  const isIncluded = (text: string): boolean =>
    texts.some((longer) => longer !== text && longer.startsWith(text.replace(/\.$/, '')));
  return texts.filter((text) => !isIncluded(text));
}

/** Where to edit, in front of what to write there. */
function placeOf({ path, line }: Cause, viewpoint: Viewpoint): string {
  return path === undefined || line === undefined
    ? ''
    : `In ${cleanLine(shortPath(path, viewpoint))}:${line}: `;
}

/** Where a plain name meant more than the one that was shown. */
export function showOthers({ err }: Context, names: readonly string[]): void {
  if (names.length > 0) err.line();
  for (const name of names) {
    const command = `hooks info ${cleanLine(quoteWord(name))}`;
    err.line(`${cleanLine(name)} has this name too:  ${err.paint('cyan', command)}`);
  }
}

function section({ out }: Context, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  out.line();
  out.line(`  ${title}`);
  for (const line of lines) out.line(line);
}

/** The state in one line, also for a hook that is ready and has no effect. */
function meaning(
  { state, approvedRuns, record }: HookStatus,
  { causes, health, failure }: Pick<InfoFacts, 'causes' | 'health' | 'failure'>,
): string {
  if (health.failures > 0) return `${stateMeaning[state]}, but ${failuresText(health)}`;
  const handler = record.manifest?.handler;
  if (state === 'ready' && handler?.mode === 'builtin')
    return `it runs if the agent has the host action ${handler.hostAction}`;
  if (state === 'ready' && (causes.length > 0 || failure !== null))
    return `${stateMeaning.ready}, with warnings`;
  if (state === 'linked' && causes.some(({ code }) => code === 'LINK_IN_PROJECT'))
    return stateMeaning.unapproved;
  if (approvedRuns) return stateMeaning.changed;
  return state === 'changed' ? stateMeaning.disabled : stateMeaning[state];
}

type Met = (requirement: Requirement) => string;

const within: Met = ({ want, found }) => `${found} (needs ${want})`;
const there: Met = ({ want, found }) => `${want} (${found})`;

const requirementKinds: Readonly<Record<Requirement['kind'], { readonly label: string; readonly met: Met }>> =
  {
    node: { label: 'Node', met: within },
    hookmd: { label: 'HookMD', met: within },
    os: { label: 'system', met: within },
    arch: { label: 'processor', met: within },
    bins: { label: 'program', met: there },
    anyBins: { label: 'program', met: there },
    env: { label: 'variable', met: there },
  };

/** The code of a cause in words, without the part of HookMD that found it. */
function labelOf({ code }: Cause): string {
  return code
    .replace(/^(ELIGIBILITY|MANIFEST)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

/** The cause first: requirements where one of them is it, else the other reasons; then trust. */
function whyLines(
  { out, environment }: Context,
  status: HookStatus,
  causes: readonly Cause[],
): readonly string[] {
  const { requirements } = status;
  const isRequirement = ({ code, message }: Cause): boolean =>
    requirements.some((requirement) => requirement.code === code && requirement.message === message);
  const otherCauses = causes
    .filter((cause) => !isRequirement(cause))
    .map((cause) => [
      `${tick(out, cause.code === 'LINKED' || status.state === 'unpinned')} ${labelOf(cause)}`,
      fromHome(cleanLine(cause.message), environment),
    ]);
  const needed = requirements.map((item) => [
    `${tick(out, item.ok)} ${requirementKinds[item.kind].label}`,
    cleanLine(item.ok ? requirementKinds[item.kind].met(item) : item.message),
  ]);
  const { approval } = status;
  const trust: (readonly string[])[] = [];
  if (approval !== null && status.isApproved && approval.digest === status.record.digest) {
    const digest = `${approval.digest.slice(0, 11)}…${approval.digest.slice(-4)}`;
    const since = `approved ${approval.approvedAt.slice(0, 10)}, unchanged since`;
    trust.push([`${tick(out, true)} approval`, `${digest}   ${since}`]);
  }
  const [first] = causes;
  const isFirst = first !== undefined && isRequirement(first);
  const rows = isFirst ? [...needed, ...otherCauses, ...trust] : [...otherCauses, ...needed, ...trust];
  return alignColumns(rows, { indent: SECTION_INDENT, width: out.width });
}

function factRows(
  context: Context,
  seen: Inventory,
  status: HookStatus,
  facts: InfoFacts,
): readonly (readonly string[])[] {
  const { record } = status;
  const { manifest } = record;
  const isBuiltin = record.root.source === 'builtin';
  const grants = grantsOf(status.approval);
  const { noun, isInvoked } = definitionKinds[record.root.kind];
  const path = cleanLine(shortPath(record.manifestPath, context));
  const order = Object.entries(facts.order).map(([event, [at, of]]) => `${at} of ${of} on ${event}`);
  const rows: (readonly string[])[] = [];
  if (isInvoked) rows.push(['Program', `${path}   (${noun}, no manifest)`]);
  else if (!isBuiltin) rows.push(['Manifest', path]);
  if (manifest !== null) {
    const limit = describeMs(effectiveTimeoutMs(manifest, seen.config, grants.timeoutMs));
    rows.push(
      [
        'Events',
        cleanLine(manifest.events.map((event) => event.name).join(', ')) || 'unknown until it is approved',
      ],
      [
        'Runs',
        isBuiltin
          ? describeHandler(manifest)
          : [
              `${exactLine(describeHandler(manifest))}   (${manifest.handler.mode}, ${describeProtocol(manifest)}, timeout ${limit}, on failure: ${effectiveOnFailure(manifest, status.hold, seen.policy.policy)})`,
              ...describeTiming(manifest, seen.config, grants.timeoutMs),
            ].join(', '),
      ],
      ...serviceRows(status).map(([key, text]) => [key === 'asks' ? 'Asks' : 'Sends', text]),
      ['When', cleanLine(describeWhen(manifest))],
      ...describeCommands(manifest).map((line) => ['May run', exactLine(line)]),
      [
        'May',
        manifest.events.length === 0
          ? ANY_CONTRACT
          : describeContract(withGrants(manifest, grants)).join('; '),
      ],
      order.length > 0 && runs(status)
        ? ['Order', `${order.join(', ')}   (priority ${manifest.priority})`]
        : ['Priority', String(manifest.priority)],
    );
    if (wantsIsolation(manifest, seen.policy.policy)) rows.push(['Isolated', describeIsolation(manifest)]);
    if (status.hold !== null) {
      const { hold, path: policyPath, line } = status.hold;
      rows.push(['Policy', `${hold} by ${cleanLine(policyPath)}:${line}`]);
    }
    if (status.enforcement !== 'enforce')
      rows.push(['Mode', `${status.enforcement}: ${modeMeaning[status.enforcement]}`]);
    const env = [...new Set([...manifest.requires.env, ...manifest.env, ...grants.env])];
    if (env.length > 0) rows.push(['Reads', `the variables ${env.join(', ')}`]);
  }
  const here = enabledHere(status);
  if (here !== null) rows.push(['Wish', here.message]);
  rows.push(
    ['Last run', lastRunLine(context.out, facts.lastRun)],
    ['Source', cleanLine(record.qualifiedName)],
    ...(isBuiltin ? [] : [['Digest', record.digest ?? 'none']]),
  );
  const also = facts.also.map(
    (each) => `${cleanLine(each.record.qualifiedName)} (same name, ${namesakeState(each, context)})`,
  );
  if (also.length > 0) rows.push(['Also', also.join(', ')]);
  return rows;
}

const modeMeaning: Readonly<Record<Exclude<HookStatus['enforcement'], 'enforce'>, string>> = {
  warn: 'what it decides is shown and not applied',
  audit: 'what it decides is recorded and not applied',
};
function namesakeState({ state, record }: HookStatus, from: Viewpoint): string {
  if (state === 'ready') return 'runs too';
  return state === 'conflict' ? `conflict: ${cleanLine(shortPath(record.path, from))}` : state;
}

/** A line for each option: its value here, who set it, and what it is for. */
function optionLines({ record, options }: HookStatus, width: number): readonly string[] {
  const properties = record.manifest?.options?.properties ?? {};
  const rows = Object.entries(properties).map(([key, schema]) => {
    const isTightened = Object.hasOwn(options?.tightened ?? {}, key);
    const values = { ...options?.values, ...options?.tightened };
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    const isDefault = JSON.stringify(value) === JSON.stringify(schema.default);
    const from = isTightened ? 'tightened by the project' : isDefault ? 'default' : 'set';
    return [
      cleanLine(key),
      value === undefined ? 'no value' : cut(cleanLine(JSON.stringify(value)), MAX_VALUE),
      value === undefined ? '' : `(${from})`,
      cleanLine(schema.description ?? ''),
    ];
  });
  return alignColumns(rows, { indent: SECTION_INDENT, width });
}

/** The Markdown below the front matter; empty where the manifest cannot be read. */
export async function readBody({ record }: HookStatus): Promise<string> {
  if (record.manifest === null || record.root.source === 'builtin') return '';
  const reader = await definitionKinds[record.root.kind].load();
  try {
    return reader.body(record);
  } catch {
    return '';
  }
}

/** The place of a hook, where it runs, among those that run at each of its events, counted from 1: `{event: [place, of]}`. */
export function planOrder(
  statuses: readonly HookStatus[],
  status: HookStatus,
): Readonly<Record<string, readonly [number, number]>> {
  const running = statuses
    .filter((each) => each === status || runs(each))
    .map((each) => ({
      status: each,
      events: eventsOf(each),
      priority: each.record.manifest?.priority ?? 100,
      source: each.record.root.source,
      name: each.record.name,
    }))
    .sort(compareHooks);
  const placeAt = (event: EventName): readonly [number, number] => {
    // Hooks that change an event run before guards.
    const listening = [true, false].flatMap((changes) =>
      running.filter((each) => each.events.includes(event) && changesAt(each.status, event) === changes),
    );
    return [listening.findIndex((each) => each.status === status) + 1, listening.length];
  };
  return Object.fromEntries(eventsOf(status).map((event) => [event, placeAt(event)]));
}

function runs({ state, approvedRuns }: HookStatus): boolean {
  return runningStates.includes(state) || approvedRuns;
}

function changesAt({ record }: HookStatus, event: EventName): boolean {
  return record.manifest?.modify[event] !== undefined;
}

function eventsOf({ record }: HookStatus): readonly EventName[] {
  return record.manifest?.events.flatMap(({ events }) => events) ?? [];
}
