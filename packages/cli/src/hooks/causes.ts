import { catalogue, type Issue, issue } from '@hookmd/core/errors';
import type { HookStatus, Reason } from '@hookmd/core/registry';
import { lintPackage } from '../lints/index.ts';

/** Why a hook does not run, or does not run when its author expects it. */
export type Cause = Pick<Issue, 'severity' | 'path' | 'line' | 'column'> & Reason;

/** A manifest in the format of another system: the missing keys only follow from that. */
const FIRST_CODES: ReadonlySet<string> = new Set(['MANIFEST_FOREIGN_KEY']);
/** Warnings about events that never reach the hook. */
const SILENT_CODES: ReadonlySet<string> = new Set(['MANIFEST_EVENT_SKIPPED', 'MANIFEST_NEVER_DISPATCHED']);

/**
 * Every cause, the first one first: a manifest in another format, then the reasons of the state, then what keeps an allowed
 * hook from running.
 */
export async function causesOf(status: HookStatus): Promise<readonly Cause[]> {
  const { issues } = status.record;
  const lints = await lintPackage(status);
  const isError = ({ severity }: Issue): boolean => severity === 'error';
  return [
    ...issues.filter(({ code }) => FIRST_CODES.has(code)),
    // With these it cannot be approved, which a state would propose.
    ...lints.filter(isError),
    ...stateCauses(status),
    ...issues.filter(({ code }) => SILENT_CODES.has(code)),
    ...lints.filter((lint) => !isError(lint)),
  ];
}

/** The reasons of its state, with their places and severities. */
export function stateCauses({ reasons, record, isEnabled }: HookStatus): readonly Cause[] {
  return reasons.map((reason) => {
    const known = record.issues.find(
      ({ code, message }) => code === reason.code && message === reason.message,
    );
    if (known !== undefined) return known;
    const { severity } =
      catalogue()[reason.code as Issue['code']] ?? issue('INTERNAL', { detail: reason.code });
    // A disabled hook may miss requirements.
    const isIdle = severity === 'error' && !isEnabled;
    return { ...reason, severity: isIdle ? 'warning' : severity, path: record.manifestPath };
  });
}

/** Whether a reason is about the machine rather than a choice of the user. */
export function isEligibilityCode(code: string): boolean {
  return code.startsWith('ELIGIBILITY_') || code === 'HANDLER_NOT_RUNNABLE';
}

/** Why a hook cannot run on this machine. */
export function eligibilityIssues(status: HookStatus): readonly Issue[] {
  return stateCauses(status).filter(({ code }) => isEligibilityCode(code)) as readonly Issue[];
}

/** The problems of a package as its author wrote it; `isNamed` = the user named it. */
export async function manifestIssues(
  status: HookStatus,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): Promise<readonly Issue[]> {
  // For a bundled package that is disabled it does not matter that no agent here has its event.
  const lints = isNamed || isRequested(status) ? await lintPackage(status) : [];
  const output = stateCauses(status).filter(({ code }) => code === 'EXECUTABLE_EVENT') as readonly Issue[];
  return [...status.record.issues, ...output, ...lints];
}

/** Bundled packages that are disabled are reported only by name. */
export function isRequested({ record, isEnabled }: HookStatus): boolean {
  return isEnabled || record.root.source !== 'bundled';
}

/** By file and line. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const keyOf = ({ path = '', line = 0 }: Issue): string => `${path}\0${String(line).padStart(8, '0')}`;
  return issues.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
