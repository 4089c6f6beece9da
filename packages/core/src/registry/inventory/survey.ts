import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EffectiveConfig, mergeConfig } from '../../config/config.ts';
import { type Places, realPath } from '../../discovery/places.ts';
import { readConfigs } from '../../discovery/read-configs.ts';
import type { SwitchedOff } from '../../discovery/scan.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import { quoteWord } from '../../events/text.ts';
import { type Builtin, builtins } from '../../executors/builtin.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { type PolicyReading, readPolicy } from '../../policy/read-policy.ts';
import { type Approval, type ApprovalKey, listApprovals } from '../../trust/approval.ts';
import { type Link, liesInside, linkProblem, listLinks, realDirectory } from '../../trust/link.ts';
import { listRejections } from '../../trust/rejection.ts';
import { storedPath } from '../../trust/store.ts';
import { type EnablementReading, type Listings, readEnablement } from '../enablement.ts';
import type { PolicyDemand } from '../hook-index/hook-index.ts';
import { definitionKinds } from './definition-kinds.ts';
import { evaluateStatus, type HookStatus } from './evaluate-status.ts';
import { type PackageRecord, takeInventory } from './inventory.ts';
import type { PackageReading } from './package-reading.ts';
import { demandsOf } from './policy-demands.ts';
import { brokenClaims, type Standing, settleNames, type Trust } from './settle-names.ts';

/** Everything that is true of these places now: packages with their states, settings, and all problems. */
export interface Survey {
  readonly places: Places;
  readonly config: EffectiveConfig;
  /** Of the machine. */
  readonly policy: PolicyReading;
  /** What it asks for, met or not. */
  readonly demands: readonly PolicyDemand[];
  /** Of packages. */
  readonly statuses: readonly HookStatus[];
  /** Of hooks that are part of HookMD. */
  readonly builtins: readonly HookStatus[];
  /** Of roots, folders, configuration and records; those of a package stand in its record. */
  readonly issues: readonly Issue[];
}

/**
 * Looks at everything and runs nothing. `keep` remembers what it read in the index and sets damaged records
 * aside; `look` changes nothing at all. Under `trust: 'all'` names go to whoever would run then.
 */
export async function survey(
  given: Places,
  environment: Readonly<Record<string, string | undefined>>,
  how: 'keep' | 'look' = 'keep',
  trust: Trust = 'approved',
): Promise<Survey> {
  const issues: Issue[] = [];
  const access = { setsAside: how === 'keep' };
  const listed = listApprovals(given.stateDir, access);
  const places = withBundledRoot(given, listed.approvals);
  const policy = await readPolicy(places.managedDir);
  const { managed, user, project } = await readConfigs(places, issues, how === 'keep');
  const config = mergeConfig(managed, user, project);
  const linked = listLinks(places.stateDir);
  const inventory = await takeInventory(places, config.entriesFrom, linked, how === 'keep');
  issues.push(...inventory.issues, ...listed.issues);
  const present = new Set(inventory.records.map(recordKey));
  const vanished = listed.approvals.filter(
    (one) =>
      definitionKinds[one.kind ?? 'packages'].outlivesItsRoot &&
      belongsHere(one, places) &&
      !present.has(approvalKey(one)),
  );
  const records = [
    ...inventory.records,
    ...(await Promise.all(vanished.map((one) => vanishedRecord(one, places)))),
  ];
  // By key: over ten thousand packages, looking for each in a list takes longer than all the rest.
  const approvals = new Map(listed.approvals.map((one) => [approvalKey(one), one]));
  const listings: Listings = new Map();
  const standings: Decided[] = [];
  const builtin = builtinRecords();
  for (const found of [...builtin, ...records]) {
    const approval = approvals.get(recordKey(found)) ?? null;
    const { stateDir, projectDir } = places;
    const enablement = readEnablement(stateDir, found.qualifiedName, projectDir, listings, access);
    issues.push(...enablement.issues);
    const record = approval === null ? found : await withAnswer(found, approval);
    const offBy = record.isVanished ? pathOf(record, inventory.switchedOff) : null;
    const isEnabled = offBy === null && (enablement.enabled ?? record.manifest?.enabled ?? true);
    standings.push({ record, approval, isEnabled, enablement, offBy });
  }
  const settled = settleNames(standings, inventory.switchedOff, trust);
  const handles = handlesOf(settled.map(({ record }) => record));
  const refusals = new Map(listRejections(places.stateDir).map((one) => [approvalKey(one), one]));
  const links = new Map(linked.map((one) => [approvalKey(one), one]));
  const judged: HookStatus[] = [];
  for (const { record, approval, enablement, offBy } of settled) {
    const rejection = refusals.get(recordKey(record));
    const link = linkOf(record, links.get(recordKey(record)), places);
    if (link.issue !== null) issues.push(link.issue);
    const isCopied = isStored(approval, places);
    const status = await evaluateStatus(record, {
      approval,
      isStored: isCopied,
      approved: isCopied ? await otherBytes(record, approval, places) : null,
      linkedTo: link.target,
      linkIssue: link.issue,
      rejectedBecause: rejection?.digest === record.digest ? (rejection?.detail ?? null) : null,
      offBy,
      enabled: enablement.enabled,
      enabledBy: enablement.from,
      handle: handles.get(record) ?? record.qualifiedName,
      config,
      policy,
      environment,
    });
    issues.push(...(status.options?.issues ?? []));
    judged.push(status);
  }
  issues.push(...brokenClaims(judged.map((one) => ({ record: one.record, isBroken: isBroken(one) }))));
  const builtins = judged.slice(0, builtin.length);
  const demands = demandsOf(policy, judged, issues);
  const statuses = judged.slice(builtin.length);
  return { places, config, policy, demands, statuses, builtins, issues: onlyOnce(issues) };
}

/** One place may be looked at for several reasons, and what is wrong with it is wrong once. */
function onlyOnce(issues: readonly Issue[]): readonly Issue[] {
  return [
    ...new Map(
      issues.map((one) => [JSON.stringify([one.code, one.path, one.line, one.message]), one]),
    ).values(),
  ];
}

interface Decided extends Standing {
  readonly enablement: EnablementReading;
  /** Path of the file whose name says that it is off; null = none does. */
  readonly offBy: string | null;
}

function pathOf({ root, folder }: PackageRecord, switchedOff: readonly SwitchedOff[]): string | null {
  const off = switchedOff.find((one) => one.root.realDir === root.realDir && one.name === folder);
  return off?.path ?? null;
}

/** What it answered when it was approved says what it is, also of bytes that nobody asked. */
async function withAnswer(record: PackageRecord, approval: Approval): Promise<PackageRecord> {
  const kind = definitionKinds[record.root.kind];
  if (!kind.isInvoked || record.manifest === null || record.isVanished) return record;
  const reader = await kind.load();
  return { ...record, ...reader.withAnswer?.(record, approval) };
}

/** Whoever approves it gets a hook that never runs. */
function isBroken({ state, reasons }: HookStatus): boolean {
  return state === 'invalid' || reasons.some(({ code }) => code === 'HANDLER_NOT_RUNNABLE');
}

/** The plain name where no other package has it, else the qualified one; quoted where a shell would act on it. */
function handlesOf(records: readonly PackageRecord[]): ReadonlyMap<PackageRecord, string> {
  const owners = new Map<string, number>();
  for (const { name, displacedBy } of records) {
    if (displacedBy === null) owners.set(name, (owners.get(name) ?? 0) + 1);
  }
  return new Map(
    records.map((record) => [
      record,
      quoteWord((owners.get(record.name) ?? 0) > 1 ? record.qualifiedName : record.name),
    ]),
  );
}

function isStored(approval: Approval | null, { stateDir }: Places): boolean {
  if (approval === null) return false;
  const { digest, built = digest } = approval;
  return [digest, built].every((one) => existsSync(storedPath(join(stateDir, 'store'), one)));
}

/** The folder that it is linked to, where that still holds, and why it does not run: anywhere, or in this project. */
function linkOf(
  record: PackageRecord,
  link: Link | undefined,
  { projectDir }: Places,
): { readonly target: string | null; readonly issue: Issue | null } {
  const none = { target: null, issue: null };
  const { root, dir, isVanished, qualifiedName: name, path } = record;
  if (link === undefined || isVanished || root.source !== 'user' || root.kind !== 'packages') return none;
  if (realDirectory(dir) !== link.target) return none;
  const detail = linkProblem(link.target);
  if (detail !== null) return { target: null, issue: issue('LINK_REFUSED', { name, detail }, { path }) };
  // The link holds elsewhere: the part that is compiled is that of every project.
  const isHere = liesInside(link.target, projectDir);
  return { target: link.target, issue: isHere ? issue('LINK_IN_PROJECT', { name }, { path }) : null };
}

/** What the approved bytes say, where other ones, or none, stand in the folder; null = the same do, or they were damaged. */
async function otherBytes(
  record: PackageRecord,
  approval: Approval | null,
  places: Places,
): Promise<PackageReading | null> {
  if (approval === null || approval.digest === record.digest) return null;
  const reading = await readApproved(approval, places);
  return reading.digest === approval.digest ? reading : null;
}

async function readApproved(approval: Approval, { stateDir }: Places): Promise<PackageReading> {
  const reader = await definitionKinds[approval.kind ?? 'packages'].load();
  return reader.readStored(storedPath(join(stateDir, 'store'), approval.digest), approval);
}

/** A record of a package that is gone from its root, read from its approved bytes. */
async function vanishedRecord(approval: Approval, places: Places): Promise<PackageRecord> {
  const { kind = 'packages', source, root, folder, qualifiedName } = approval;
  return {
    ...(await readApproved(approval, places)),
    ...definitionKinds[kind].locate({ kind, source, dir: root, realDir: root }, folder),
    digest: null,
    name: qualifiedName.slice(qualifiedName.indexOf('/') + 1),
    qualifiedName,
    displacedBy: null,
    isVanished: true,
  };
}

/** Equal for a package and its approval; no path and no name has a NUL. */
function approvalKey({ qualifiedName, root, folder }: ApprovalKey): string {
  return [qualifiedName, root, folder].join('\0');
}

function recordKey({ qualifiedName, root, folder }: PackageRecord): string {
  return approvalKey({ qualifiedName, root: root.realDir, folder });
}

/** Where a project has its hooks, and its settings. */
const ownDirectories = ['.hookmd', '.kodelet'];

/** Approvals of other projects, and of folders that this call was not given, are none of our business here. */
function belongsHere({ source, root }: Approval, { projectDir, sessionRoots }: Places): boolean {
  if (source === 'session') return sessionRoots.some((one) => realPath(join(one, 'hooks')) === root);
  // A project inside of this one has hooks of its own.
  return source !== 'project' || ownDirectories.some((one) => root.startsWith(join(projectDir, one, '/')));
}

/**
 * The places in which a program that ships no packages finds those that came with HookMD: where they stood when a person
 * last approved one. It would take them for gone otherwise, and what it compiles is kept for all programs.
 */
function withBundledRoot(places: Places, approvals: readonly Approval[]): Places {
  if (places.bundledDir !== null) return places;
  const last = approvals
    .filter(({ source }) => source === 'bundled')
    .sort((a, b) => (a.approvedAt < b.approvedAt ? -1 : 1))
    .at(-1);
  return last === undefined ? places : { ...places, bundledDir: last.root };
}

/** The built-in hooks as packages without a folder: they are listed, switched off and asked like any other. */
function builtinRecords(): readonly PackageRecord[] {
  return builtins.map((builtin) => ({
    manifest: manifestOf(builtin),
    partial: { name: builtin.name, description: builtin.about, events: [builtin.event] },
    issues: [],
    versions: [],
    program: null,
    files: [],
    digest: null,
    root: { kind: 'packages', source: 'builtin', dir: '', realDir: '' },
    folder: '',
    dir: '',
    manifestPath: '',
    path: '',
    name: builtin.name,
    qualifiedName: `builtin:${builtin.name}`,
    displacedBy: null,
    isVanished: false,
  }));
}

function manifestOf({ name, about, event, recipe }: Builtin): Omit<Manifest, 'body'> {
  return {
    name,
    description: about,
    version: null,
    homepage: null,
    events: [{ name: event, events: [event] }],
    convention: 'hookmd',
    handler: { mode: 'builtin', recipe },
    timeoutMs: null,
    matcher: null,
    condition: null,
    modify: { [event]: { messages: true } },
    merge: 'replace',
    redactKeys: [],
    preApprove: false,
    observe: 'no',
    recheck: true,
    needs: [],
    priority: 0,
    onFailure: 'continue',
    isAsync: false,
    asyncTimeoutMs: null,
    once: 'no',
    contexts: [],
    statusMessage: null,
    requires: { os: [], arch: [], bins: [], anyBins: [], env: [], node: null, hookmd: null },
    env: [],
    isolation: 'off',
    options: null,
    enabled: true,
  };
}
