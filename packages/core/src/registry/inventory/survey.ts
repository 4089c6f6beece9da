import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type EffectiveConfig, mergeConfig } from '../../config/config.ts';
import { type Places, realPath } from '../../discovery/places.ts';
import { readConfigs } from '../../discovery/read-configs.ts';
import type { SwitchedOff } from '../../discovery/scan.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import { quoteWord } from '../../events/text.ts';
import { type Builtin, builtins } from '../../executors/builtin.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { type PolicyReading, readPolicy } from '../../policy/read-policy.ts';
import { namesIn } from '../../state/files.ts';
import { WORK_PREFIX } from '../../state/lock.ts';
import { type Approval, listApprovals } from '../../trust/approval.ts';
import { type Link, liesInside, linkProblem, listLinks, realDirectory } from '../../trust/link.ts';
import type { ApprovalKey } from '../../trust/records.ts';
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

/** The state of these places now: packages with their states, settings, and all issues. */
export interface Inventory {
  readonly places: Places;
  readonly config: EffectiveConfig;
  readonly policy: PolicyReading;
  /** What the policy requires, met or not. */
  readonly demands: readonly PolicyDemand[];
  readonly statuses: readonly HookStatus[];
  readonly builtins: readonly HookStatus[];
  /** Of directories, configuration and records; those of a package are in its record. */
  readonly issues: readonly Issue[];
}

/**
 * Reads everything and executes nothing. `keep` caches readings and sets damaged records aside; `look` changes nothing.
 * `trust` decides name conflicts.
 */
export async function readInventory(
  given: Places,
  environment: Readonly<Record<string, string | undefined>>,
  how: 'keep' | 'look' = 'keep',
  trust: Trust = 'approved',
): Promise<Inventory> {
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
    (item) =>
      definitionKinds[item.kind ?? 'packages'].outlivesItsRoot &&
      belongsHere(item, places) &&
      !present.has(approvalKey(item)),
  );
  const records = [
    ...inventory.records,
    ...(await Promise.all(vanished.map((entry) => vanishedRecord(entry, places)))),
  ];
  // By key: with ten thousand packages a search in a list takes longer than all the rest.
  const approvals = new Map(listed.approvals.map((approval) => [approvalKey(approval), approval]));
  const listings: Listings = new Map();
  const standings: Decided[] = [];
  const builtin = builtinRecords();
  for (const found of [...builtin, ...records]) {
    const approval = approvalOf(found, approvals.get(recordKey(found)));
    const { stateDir, projectDir } = places;
    const enablement = readEnablement(stateDir, found.qualifiedName, projectDir, listings, access);
    issues.push(...enablement.issues);
    const record = approval === null ? found : await withOutput(found, approval);
    const offBy = record.isVanished ? pathOf(record, inventory.switchedOff) : null;
    const isEnabled = offBy === null && (enablement.enabled ?? record.manifest?.enabled ?? true);
    standings.push({ record, approval, isEnabled, enablement, offBy });
  }
  const settled = settleNames(standings, inventory.switchedOff, trust);
  const handles = handlesOf(settled.map(({ record }) => record));
  const rejections = new Map(listRejections(places.stateDir).map((value) => [approvalKey(value), value]));
  const links = new Map(linked.map((element) => [approvalKey(element), element]));
  const evaluated: HookStatus[] = [];
  for (const { record, approval, enablement, offBy } of settled) {
    const rejection = rejections.get(recordKey(record));
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
    evaluated.push(status);
  }
  issues.push(
    ...brokenClaims(
      evaluated.map((hookStatus) => ({ record: hookStatus.record, isBroken: isBroken(hookStatus) })),
    ),
  );
  const builtins = evaluated.slice(0, builtin.length);
  const demands = demandsOf(policy, evaluated, issues);
  const statuses = evaluated.slice(builtin.length);
  return { places, config, policy, demands, statuses, builtins, issues: onlyOnce(issues) };
}

/** The approval of a text ends when the text changes: there is no copy that could continue to run. */
function approvalOf({ digest }: PackageRecord, approval: Approval | undefined): Approval | null {
  return approval === undefined || (approval.isUnpinned && approval.digest !== digest) ? null : approval;
}

/** A path may be checked several times; an issue is reported once. */
function onlyOnce(issues: readonly Issue[]): readonly Issue[] {
  return [
    ...new Map(
      issues.map((issue) => [JSON.stringify([issue.code, issue.path, issue.line, issue.message]), issue]),
    ).values(),
  ];
}

interface Decided extends Standing {
  readonly enablement: EnablementReading;
  /** Path of the file whose name disables it; null = there is none. */
  readonly offBy: string | null;
}

function pathOf({ root, directory }: PackageRecord, switchedOff: readonly SwitchedOff[]): string | null {
  const off = switchedOff.find((item) => item.root.realDir === root.realDir && item.name === directory);
  return off?.path ?? null;
}

/** Adds the event that a bare executable printed when it was approved. */
async function withOutput(record: PackageRecord, approval: Approval): Promise<PackageRecord> {
  const kind = definitionKinds[record.root.kind];
  if (!kind.isInvoked || record.manifest === null || record.isVanished) return record;
  const reader = await kind.load();
  return { ...record, ...reader.withEvent?.(record, approval) };
}

/** Once approved it would never run. */
function isBroken({ state, reasons }: HookStatus): boolean {
  return state === 'invalid' || reasons.some(({ code }) => code === 'HANDLER_NOT_RUNNABLE');
}

/** The plain name where no other package has it, else the qualified one; quoted for a shell. */
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
  return [digest, built].every((name) => existsSync(storedPath(join(stateDir, 'store'), name)));
}

/** The directory it is linked to, if the link is valid, and why it does not run anywhere, or in this project. */
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
  if (detail !== null) return { target: null, issue: issue('LINK_REJECTED', { name, detail }, { path }) };
  // The link stays valid, because the user's part applies in every project.
  const isHere = liesInside(link.target, projectDir);
  return { target: link.target, issue: isHere ? issue('LINK_IN_PROJECT', { name }, { path }) : null };
}

/** Reads the approved version where the directory differs from it; null = it does not, or the copy is damaged. */
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

/** An installation that replaces a directory moves it aside first: two renames, and the process may be killed in between. */
function isSetAside({ root, directory }: Approval): boolean {
  return namesIn(dirname(root)).some(
    (name) => name.startsWith(WORK_PREFIX) && existsSync(join(dirname(root), name, 'old', directory)),
  );
}

/** A record of a removed package, read from its approved copy. */
async function vanishedRecord(approval: Approval, places: Places): Promise<PackageRecord> {
  const { kind = 'packages', source, root, directory, qualifiedName } = approval;
  return {
    ...(await readApproved(approval, places)),
    ...definitionKinds[kind].locate({ kind, source, dir: root, realDir: root }, directory),
    digest: null,
    name: qualifiedName.slice(qualifiedName.indexOf('/') + 1),
    qualifiedName,
    displacedBy: null,
    isVanished: true,
    isSetAside: isSetAside(approval),
  };
}

/** Equal for a package and its approval; paths and names contain no NUL. */
function approvalKey({ qualifiedName, root, directory }: ApprovalKey): string {
  return [qualifiedName, root, directory].join('\0');
}

function recordKey({ qualifiedName, root, directory }: PackageRecord): string {
  return approvalKey({ qualifiedName, root: root.realDir, directory });
}

/** The directories of a project with hooks and settings. */
const ownDirectories = ['.hookmd', '.kodelet'];

/** Excludes approvals of other projects, and of `--root` directories that this call did not get. */
function belongsHere({ source, root }: Approval, { projectDir, sessionRoots }: Places): boolean {
  if (source === 'session')
    return sessionRoots.some((sessionRoot) => realPath(join(sessionRoot, 'hooks')) === root);
  // Excludes a project inside this one.
  return (
    source !== 'project' ||
    ownDirectories.some((ownDirectory) => root.startsWith(join(projectDir, ownDirectory, '/')))
  );
}

/**
 * Adds the directory of the bundled packages where a program ships none: that of the last approval. Otherwise they would
 * count as removed in an index that all programs share.
 */
function withBundledRoot(places: Places, approvals: readonly Approval[]): Places {
  if (places.bundledDir !== null) return places;
  const last = approvals
    .filter(({ source }) => source === 'bundled')
    .sort((a, b) => (a.approvedAt < b.approvedAt ? -1 : 1))
    .at(-1);
  return last === undefined ? places : { ...places, bundledDir: last.root };
}

/** The built-in hooks as packages without a directory: they are listed, disabled and run like all others. */
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
    directory: '',
    dir: '',
    manifestPath: '',
    path: '',
    name: builtin.name,
    qualifiedName: `builtin:${builtin.name}`,
    displacedBy: null,
    isVanished: false,
  }));
}

function manifestOf({ name, about, event, hostAction }: Builtin): Omit<Manifest, 'body'> {
  return {
    name,
    description: about,
    version: null,
    homepage: null,
    events: [{ name: event, events: [event] }],
    protocol: 'hookmd',
    handler: { mode: 'builtin', hostAction },
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
