import { describeError, isHookError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { prepareApproval } from './approve.ts';
import type { HandlerBuilder } from './handler-builder.ts';
import { isUsable } from './inventory.ts';
import type { HookStatus } from './judge-status.ts';
import { reasonsAgainst } from './policy-hold.ts';
import type { Survey } from './survey.ts';

/** Of a package that is not approved. */
const SETTLED: ReadonlySet<string> = new Set(['UNTRUSTED', 'CHANGED']);

/**
 * The survey as if a person had approved every package whose digest stands in `digests`; for one call, nothing is
 * recorded. The copies in the store are what runs, as ever. What cannot be approved stays as it was, and is said.
 */
export async function approveListed(
  seen: Survey,
  environment: Readonly<Record<string, string | undefined>>,
  digests: ReadonlySet<string>,
  build: HandlerBuilder | null,
  issues: Issue[],
): Promise<Survey> {
  const statuses: HookStatus[] = [];
  for (const status of seen.statuses) {
    const { record } = status;
    const isListed = digests.has(record.digest ?? '') && isUsable(record) && needsIt(status);
    const mayRun = reasonsAgainst(record, seen.policy).length === 0;
    statuses.push(isListed && mayRun ? await approve(seen, status, environment, build, issues) : status);
  }
  return { ...seen, statuses };
}

function needsIt({ record, approval, isApproved }: HookStatus): boolean {
  if (record.root.source === 'managed' || record.root.source === 'builtin') return false;
  return !isApproved || approval?.digest !== record.digest;
}

async function approve(
  { places }: Survey,
  status: HookStatus,
  environment: Readonly<Record<string, string | undefined>>,
  build: HandlerBuilder | null,
  issues: Issue[],
): Promise<HookStatus> {
  const { record, approval: known } = status;
  try {
    const approval = await prepareApproval(places, {
      record,
      known,
      digest: record.digest ?? '',
      env: known?.env ?? [],
      environment,
      build: build ?? (async () => ({ ok: false, problems: [] })),
      now: new Date(),
    });
    const reasons = status.reasons.filter(({ code }) => !SETTLED.has(code));
    return { ...status, approval, isApproved: true, reasons };
  } catch (error) {
    const detail = isHookError(error) ? error.message : describeError(error);
    issues.push(issue('LISTED_NOT_APPROVED', { name: record.qualifiedName, detail }, { path: record.path }));
    return status;
  }
}
