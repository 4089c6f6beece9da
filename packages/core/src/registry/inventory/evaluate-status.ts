import { existsSync } from 'node:fs';
import type { EffectiveConfig, PackageMode } from '../../config/config.ts';
import { type PackageOptions, type PackageSettings, packageSettings } from '../../config/package-options.ts';
import { checkEligibility, type Requirement } from '../../eligibility/check.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import { quoteWord } from '../../events/text.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Policy } from '../../policy/policy.ts';
import type { PolicyReading } from '../../policy/read-policy.ts';
import type { Approval } from '../../trust/approval.ts';
import { buildLaunch } from '../build-launch.ts';
import type { MissingRequirement } from '../hook-index/hook-index.ts';
import { definitionKinds } from './definition-kinds.ts';
import { executableEvents } from './executable-events.ts';
import { isolationOf, missingForModel, missingOptions } from './hook-requirements.ts';
import { isUsable, type PackageRecord } from './inventory.ts';
import { type PackageReading, unpinnedIssues } from './package-reading.ts';
import { type PolicyHold, policyHold, policyReasons, settingsSource } from './policy-hold.ts';

/** The state of a hook package; only `ready` packages run. */
export type State =
  | 'invalid'
  | 'conflict'
  | 'disabled'
  | 'ineligible'
  | 'unapproved'
  | 'changed'
  | 'linked'
  | 'unpinned'
  | 'ready';

/** Why a package has its state, with the fix. */
export type Reason = MissingRequirement;

/** One package, whether it runs, and every reason why not. */
export interface HookStatus {
  readonly record: PackageRecord;
  /** The first that holds of invalid, conflict, disabled, ineligible, unapproved, changed, linked, unpinned, ready. */
  readonly state: State;
  /** All reasons, in that order. */
  readonly reasons: readonly Reason[];
  readonly requirements: readonly Requirement[];
  readonly isEnabled: boolean;
  /** The scope of the record that decides that; null = there is none. */
  readonly enabledBy: 'project' | 'user' | null;
  /** Path of the file whose name disables it; null = there is none. */
  readonly offBy: string | null;
  readonly approval: Approval | null;
  /** Null where it has none and none are set. */
  readonly options: PackageOptions | null;
  /** Variables that the configuration sets for packages of its name. */
  readonly setEnv: readonly string[];
  /** Whether its decisions are applied, shown, or only recorded. */
  readonly enforcement: PackageMode;
  /** It is approved and its copy is in the store; managed packages and built-ins need neither. */
  readonly isApproved: boolean;
  /** The approved version runs, though the directory differs from it. */
  readonly approvedRuns: boolean;
  /** The line of the policy about it; null = there is none. */
  readonly hold: PolicyHold | null;
  /** Networks that the policy lets its service be in. */
  readonly privateNetworks: Policy['privateNetworks'];
  /** Real path of the linked directory that runs as it is; null = the approved version runs. */
  readonly linkedTo: string | null;
}

export interface StatusFacts {
  readonly approval: Approval | null;
  /** The approved copy is in the store. */
  readonly isStored: boolean;
  /** That copy, where the directory differs from it; null = it does not, or the copy cannot be read. */
  readonly approved: PackageReading | null;
  /** Real path of the linked directory that runs as it is; null = the approved version runs. */
  readonly linkedTo: string | null;
  /** Why the linked directory does not run; null = it runs, or there is no link. */
  readonly linkIssue: Issue | null;
  /** What it did instead of printing its event when it was to be approved; null = nothing. */
  readonly rejectedBecause: string | null;
  /** Path of the file whose name disables it; null = there is none. */
  readonly offBy: string | null;
  /** By a record of `enable` or `disable`; null = there is none. */
  readonly enabled: boolean | null;
  /** The scope of that record. */
  readonly enabledBy: 'project' | 'user' | null;
  /** The name of this package alone, quoted for a shell. */
  readonly handle: string;
  readonly config: EffectiveConfig;
  readonly policy: PolicyReading;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Evaluates one package. Starts nothing and changes nothing. */
export async function evaluateStatus(record: PackageRecord, facts: StatusFacts): Promise<HookStatus> {
  const isManaged = record.root.source === 'managed';
  const needsApproval = !isManaged && record.root.source !== 'builtin';
  const hold = policyHold(record, facts);
  const isRequired = hold?.hold === 'required';
  const { handle } = facts;
  const offBy = isRequired ? null : facts.offBy;
  const isEnabled = isRequired || (offBy === null && (facts.enabled ?? record.manifest?.enabled ?? true));
  const settings = packageSettings(facts.config, settingsSource({ record, hold }), record.name);
  const requirements = await requirementsOf(record, facts, settings);
  const options = record.manifest === null ? null : await optionsOf(record.name, record.manifest, settings);
  const missing = await missingOfApproved(record, facts, settings);
  const found: Partial<Record<State, readonly Reason[]>> = {
    invalid: record.displacedBy === null ? invalidReasons(record, facts) : [],
    conflict: record.issues.filter(
      ({ code }) => code === 'NAME_CONFLICT' || code === 'EXECUTABLE_NAME_CONFLICT',
    ),
    disabled: [
      ...policyReasons(record, hold, facts),
      ...disabledReasons(record, isEnabled, isManaged || isRequired, facts),
    ],
    ineligible:
      record.manifest === null
        ? []
        : [
            ...ineligibleReasons(record.manifest, record, requirements, facts),
            ...missingOf(record.name, record.manifest, options, facts),
          ],
    unapproved: needsApproval && facts.linkedTo === null ? unapprovedReasons(record, facts) : [],
    changed: [],
    linked:
      facts.linkedTo === null
        ? []
        : [facts.linkIssue ?? issue('LINKED', { path: facts.linkedTo, name: handle })],
    unpinned: unpinnedIssues(record).length > 0 ? [issue('UNPINNED', {})] : [],
  };
  const isOther =
    needsApproval &&
    facts.linkedTo === null &&
    offBy === null &&
    facts.approval !== null &&
    facts.approval.digest !== record.digest;
  const isHeld = [found.disabled, found.conflict].some((reasons = []) => reasons.length > 0);
  const approvedProceed = isOther && !isHeld && !isDropped(record) && missing?.length === 0;
  if (isOther) found.changed = [changedReason(record, facts, approvedProceed, missing?.[0])];
  const holding = Object.entries(found).filter(([, reasons]) => reasons.length > 0);
  return {
    record,
    state: (holding[0]?.[0] ?? 'ready') as State,
    reasons: holding.flatMap(([, reasons]) =>
      reasons.map(({ code, message, remedy }) => ({ code, message, remedy })),
    ),
    requirements,
    approvedRuns: approvedProceed,
    isEnabled,
    enabledBy: facts.enabledBy,
    offBy,
    approval: facts.approval,
    options,
    setEnv: Object.keys(settings.env),
    privateNetworks: facts.policy.policy.privateNetworks,
    enforcement: settings.mode,
    isApproved: !needsApproval || facts.linkedTo !== null || (facts.approval !== null && facts.isStored),
    linkedTo: facts.linkedTo,
    hold,
  };
}

/** A rejected executable is usable all the same: it may be approved again. */
function invalidReasons(record: PackageRecord, { rejectedBecause, handle }: StatusFacts): readonly Reason[] {
  if (!isUsable(record)) return record.issues.filter((item) => item.severity === 'error');
  if (rejectedBecause === null) return [];
  const events = executableEvents.join(', ');
  return [
    issue('EXECUTABLE_EVENT', {
      detail: rejectedBecause,
      file: quoteWord(record.name),
      events,
      name: handle,
    }),
  ];
}

/** Why the approved version does not run, by its own manifest. Null = there is none, or it is the one in the directory. */
async function missingOfApproved(
  { name }: PackageRecord,
  facts: StatusFacts,
  settings: PackageSettings,
): Promise<readonly Reason[] | null> {
  const { approved } = facts;
  if (approved === null || approved.manifest === null) return null;
  const requirements = await requirementsOf({ ...approved, name }, facts, settings);
  const options = await optionsOf(name, approved.manifest, settings);
  return [
    ...requirements.filter((requirement) => !requirement.ok),
    ...missingOf(name, approved.manifest, options, facts),
  ];
}

/** Missing requirements beside those of `requires`. */
function missingOf(
  name: string,
  manifest: Omit<Manifest, 'body'>,
  options: PackageOptions | null,
  { config, policy, environment }: StatusFacts,
): readonly Reason[] {
  return [
    ...missingOptions(name, options),
    ...missingForModel(manifest.handler, config, environment),
    ...isolationOf(manifest, policy.policy, environment['PATH'] ?? '').missing,
  ];
}

async function requirementsOf(
  record: Pick<PackageRecord, 'name' | 'manifest' | 'versions'>,
  facts: StatusFacts,
  settings: PackageSettings,
): Promise<readonly Requirement[]> {
  if (record.manifest === null) return [];
  // The user's variables are not for a repository's package of the same name.
  const machine = {
    environment: facts.environment,
    settings: settings.isOfProject ? null : { name: record.name, env: settings.env },
  };
  return checkEligibility(record.manifest.requires, machine, record.versions);
}

/** Reads the options of a package; most have none, and then nothing is loaded. */
export async function optionsOf(
  name: string,
  { options }: Pick<Manifest, 'options'>,
  settings: PackageSettings,
): Promise<PackageOptions | null> {
  const isSet = [settings.options, ...settings.tightening].some(
    (jsonObject) => Object.keys(jsonObject).length > 0,
  );
  if (options === null && !isSet) return null;
  const { readPackageOptions } = await import('../../config/package-options.ts');
  return readPackageOptions(name, options, settings);
}

/** The fix depends on who disabled it. */
function disabledReasons(
  { root, directory, isVanished }: PackageRecord,
  isEnabled: boolean,
  isManaged: boolean,
  { config, enabledBy, handle, offBy }: StatusFacts,
): readonly Reason[] {
  const isOff = isManaged ? !config.enabledForManaged : !config.enabled;
  if (isOff) {
    const fix = config.enabledForManaged
      ? 'Run `hooks config set hooks.enabled true`.'
      : 'Ask the administrator to set `hooks.enabled: true` in /etc/hookmd/config.yaml.';
    return [issue('HOOKS_OFF', { fix })];
  }
  if (isEnabled) return [];
  if (offBy !== null) return [issue('DISABLED_BY_NAME', { path: offBy, name: quoteWord(directory) })];
  // A hook of the project has its record in the project in any case.
  const option = enabledBy === 'project' && root.source !== 'project' ? ' --here' : '';
  // A removed package cannot be approved.
  const fix = isVanished
    ? issue('VANISHED', { consequence: '', name: handle }).remedy
    : `Run \`hooks enable ${handle}${option}\`.`;
  const where = { project: 'in this project', user: 'in every project' };
  const byDefault = root.source === 'bundled' ? 'by default' : 'by `enabled: false` in its manifest';
  return [
    issue('DISABLED', {
      where: enabledBy === null ? byDefault : where[enabledBy],
      fix,
    }),
  ];
}

function ineligibleReasons(
  manifest: Omit<Manifest, 'body'>,
  record: PackageRecord,
  requirements: readonly Requirement[],
  facts: StatusFacts,
): readonly Reason[] {
  const missing = requirements.filter((requirement) => !requirement.ok);
  if (record.isVanished) return missing;
  if (record.program !== null && existsSync(record.program)) return missing;
  const { approval } = facts;
  // The approved version differs from the directory, and can run.
  if (approval !== null && approval.digest !== record.digest && approval.argv !== null) return missing;
  const launch = buildLaunch(manifest, {
    packageDir: record.dir,
    files: record.files,
    path: facts.environment['PATH'] ?? '',
    mustStartAlone: definitionKinds[record.root.kind].isInvoked,
  });
  if (launch === null || launch.ok || missing.some((item) => item.kind === 'bins')) return missing;
  const again = approval === null ? '' : ` Then run \`hooks approve ${facts.handle}\`.`;
  const fix = `${launch.remedy.replace(/\.?$/, '.')}${again}`;
  return [...missing, issue('HANDLER_NOT_RUNNABLE', { detail: launch.message, fix })];
}

function unapprovedReasons(record: PackageRecord, facts: StatusFacts): readonly Reason[] {
  if (facts.linkIssue !== null) return [facts.linkIssue];
  if (facts.approval === null) {
    const option = unpinnedIssues(record).length > 0 ? ' --unpinned' : '';
    return [issue('UNAPPROVED', { name: `${facts.handle}${option}` })];
  }
  return facts.isStored ? [] : [issue('STORE_DAMAGED', { name: record.qualifiedName })];
}

/** A hook that a repository removed does not run; the user's own runs until the user removes it. */
export function isDropped({
  isVanished,
  isSetAside = false,
  root,
}: Pick<PackageRecord, 'isVanished' | 'isSetAside' | 'root'>): boolean {
  return isVanished && !isSetAside && root.source === 'project';
}

function changedReason(
  record: PackageRecord,
  { handle: name }: StatusFacts,
  proceeds: boolean,
  missing: Reason | undefined,
): Reason {
  const why = missing === undefined ? '' : `: ${missing.message.replace(/\.$/, '')}`;
  const consequence = proceeds
    ? 'the approved version still runs'
    : `the approved version does not run${why}`;
  if (!record.isVanished) return issue('CHANGED', { consequence, name });
  return issue('VANISHED', {
    consequence: isDropped(record) ? 'it does not run any more' : consequence,
    name,
  });
}
