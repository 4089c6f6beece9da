import { catalogue, type Issue, issue } from '@hookmd/core/errors';
import type { HookStatus, Reason } from '@hookmd/core/registry';
import { lintPackage } from '../lints/index.ts';

/** Why a hook does not run, or not when its author thinks. */
export type Cause = Pick<Issue, 'severity' | 'path' | 'line' | 'column'> & Reason;

/** A manifest that speaks another system's language: the keys it lacks only follow from that. */
const FIRST_CODES: ReadonlySet<string> = new Set(['MANIFEST_FOREIGN_KEY']);
/** Warnings of a manifest by which a hook is not asked, or not about what it names. */
const SILENT_CODES: ReadonlySet<string> = new Set(['MANIFEST_EVENT_SKIPPED', 'MANIFEST_NEVER_FIRES']);

/**
 * Every cause at once, the true one first: what the manifest mistakes for ours, then the reasons of the state,
 * then what nothing refuses and yet keeps the hook silent.
 */
export async function causesOf(status: HookStatus): Promise<readonly Cause[]> {
  const { issues } = status.record;
  return [
    ...issues.filter(({ code }) => FIRST_CODES.has(code)),
    ...stateCauses(status),
    ...issues.filter(({ code }) => SILENT_CODES.has(code)),
    ...(await lintPackage(status)),
  ];
}

/** The reasons of its state, with their places and how bad each is. */
export function stateCauses({ reasons, record, isEnabled }: HookStatus): readonly Cause[] {
  return reasons.map((reason) => {
    const known = record.issues.find(
      ({ code, message }) => code === reason.code && message === reason.message,
    );
    if (known !== undefined) return known;
    const { severity } =
      catalogue()[reason.code as Issue['code']] ?? issue('INTERNAL', { detail: reason.code });
    // What nobody wants to run may lack what it needs.
    const isIdle = severity === 'error' && !isEnabled;
    return { ...reason, severity: isIdle ? 'warning' : severity, path: record.manifestPath };
  });
}
