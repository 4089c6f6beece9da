import { existsSync } from 'node:fs';
import type { EffectiveConfig } from '../config/config.ts';
import { conventions } from '../conventions/index.ts';
import { checkEligibility } from '../eligibility/check.ts';
import { thisMachine } from '../eligibility/machine.ts';
import type { Requirement } from '../eligibility/requirement.ts';
import { issue } from '../errors/issue.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Approval } from '../trust/approval.ts';
import { buildLaunch } from './build-launch.ts';
import { isUsable, type PackageRecord } from './inventory.ts';

export type State =
  | 'invalid'
  | 'shadowed'
  | 'disabled'
  | 'ineligible'
  | 'untrusted'
  | 'changed'
  | 'linked'
  | 'ready';

export interface Reason {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** Everything known of one package: what it is, whether it runs, and every reason why not. */
export interface HookStatus {
  readonly record: PackageRecord;
  /** The first that holds of invalid, shadowed, disabled, ineligible, untrusted, changed, linked, ready. */
  readonly state: State;
  /** All that hold, in that order. */
  readonly reasons: readonly Reason[];
  readonly requirements: readonly Requirement[];
  readonly isEnabled: boolean;
  readonly approval: Approval | null;
  /** Its bytes are approved and in the store; managed packages need neither: only root can write them. */
  readonly isApproved: boolean;
}

export interface StatusFacts {
  readonly approval: Approval | null;
  /** What a person types to mean this package: its plain name where no other has it. */
  readonly callName: string;
  /** The approved copy is in the store. */
  readonly isStored: boolean;
  /** What a record of `enable` or `disable` says; null = none. */
  readonly enabled: boolean | null;
  readonly config: EffectiveConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Judges one package. Starts nothing and changes nothing. */
export async function judgeStatus(record: PackageRecord, facts: StatusFacts): Promise<HookStatus> {
  const isManaged = record.root.source === 'managed';
  const isEnabled = facts.enabled ?? record.manifest?.enabled ?? true;
  const requirements = await requirementsOf(record, facts);
  const found: Partial<Record<State, readonly Reason[]>> = {
    invalid:
      isUsable(record) || record.shadowedBy !== null
        ? []
        : record.issues.filter((one) => one.severity === 'error'),
    shadowed:
      record.shadowedBy === null ? [] : [issue('SHADOWED', { name: record.name, winner: record.shadowedBy })],
    disabled: disabledReasons(isEnabled, isManaged, facts),
    ineligible:
      record.manifest === null ? [] : ineligibleReasons(record.manifest, record, requirements, facts),
    untrusted: isManaged ? [] : untrustedReasons(record, facts),
    changed:
      isManaged || facts.approval === null || facts.approval.digest === record.digest
        ? []
        : [record.isVanished ? vanishedReason(record, facts) : changedReason(facts)],
  };
  const holding = Object.entries(found).filter(([, reasons]) => reasons.length > 0);
  return {
    record,
    state: (holding[0]?.[0] ?? 'ready') as State,
    reasons: holding.flatMap(([, reasons]) =>
      reasons.map(({ code, message, remedy }) => ({ code, message, remedy })),
    ),
    requirements,
    isEnabled,
    approval: facts.approval,
    isApproved: isManaged || (facts.approval !== null && facts.isStored),
  };
}

async function requirementsOf(record: PackageRecord, facts: StatusFacts): Promise<readonly Requirement[]> {
  if (record.manifest === null) return [];
  const fixedEnv = record.root.source === 'project' ? {} : (facts.config.packageEnv[record.name] ?? {});
  const machine = thisMachine(facts.environment, fixedEnv);
  return checkEligibility(record.manifest.requires, machine, record.versions);
}

function disabledReasons(
  isEnabled: boolean,
  isManaged: boolean,
  { callName, config }: StatusFacts,
): readonly Reason[] {
  const isOff = isManaged ? !config.enabledForManaged : !config.enabled;
  if (isOff) {
    return [
      {
        code: 'HOOKS_OFF',
        message: '`hooks.enabled` is false in the configuration',
        remedy: 'Set `hooks.enabled: true` in config.yaml.',
      },
    ];
  }
  if (isEnabled) return [];
  return [{ code: 'DISABLED', message: 'it is disabled', remedy: `Run \`hooks enable ${callName}\`.` }];
}

function ineligibleReasons(
  manifest: Omit<Manifest, 'body'>,
  record: PackageRecord,
  requirements: readonly Requirement[],
  facts: StatusFacts,
): readonly Reason[] {
  const unmet = requirements.filter((one) => !one.ok);
  const notBuilt = missingParts(manifest);
  if (notBuilt.length > 0 || record.isVanished) return [...unmet, ...notBuilt];
  if (record.program !== null && isThere(record.program)) return unmet;
  const launch = buildLaunch(manifest, {
    packageDir: record.dir,
    files: record.files,
    path: facts.environment['PATH'] ?? '',
  });
  if (launch === null || launch.ok || unmet.some((one) => one.kind === 'bins')) return unmet;
  return [...unmet, issue('HANDLER_NOT_RUNNABLE', { detail: launch.message, fix: launch.remedy })];
}

/** Parts of a manifest that this version reads and explains, and cannot run. */
export function missingParts(
  manifest: Pick<Manifest, 'convention' | 'handler' | 'isAsync' | 'once' | 'isolation'>,
): readonly Reason[] {
  const missing: string[] = [];
  if (conventions[manifest.convention].wire === null) missing.push(`the convention ${manifest.convention}`);
  if (manifest.handler.mode !== 'command') missing.push(`the mode ${manifest.handler.mode}`);
  if (manifest.isAsync) missing.push('`async`');
  if (manifest.once !== 'no') missing.push('`once`');
  if (manifest.isolation !== 'off') missing.push('`isolation`');
  return missing.map((what) => issue('MODE_NOT_BUILT', { what }));
}

function untrustedReasons({ qualifiedName }: PackageRecord, facts: StatusFacts): readonly Reason[] {
  if (facts.approval === null) return [untrustedReason(facts)];
  return facts.isStored ? [] : [issue('STORE_DAMAGED', { name: qualifiedName })];
}

function untrustedReason({ callName }: StatusFacts): Reason {
  return {
    code: 'UNTRUSTED',
    message: 'nobody has approved it',
    remedy: `Look at it, then run \`hooks enable ${callName}\`.`,
  };
}

function changedReason({ callName }: StatusFacts): Reason {
  return {
    code: 'CHANGED',
    message: 'it changed since it was approved; the approved bytes go on running',
    remedy: `See \`hooks diff ${callName}\`, then run \`hooks trust ${callName}\`.`,
  };
}

function vanishedReason({ root }: PackageRecord, { callName }: StatusFacts): Reason {
  const goesOn = root.source === 'project' ? 'it does not run any more' : 'the approved bytes go on running';
  return {
    code: 'VANISHED',
    message: `its folder is gone; ${goesOn}`,
    remedy: `Put the folder back, or run \`hooks disable ${callName}\`.`,
  };
}

const there = new Map<string, boolean>();

/** Whether a program is still where it was when the package was read; asked once in the life of the process. */
function isThere(program: string): boolean {
  let isPresent = there.get(program);
  if (isPresent === undefined) {
    isPresent = existsSync(program);
    there.set(program, isPresent);
  }
  return isPresent;
}
