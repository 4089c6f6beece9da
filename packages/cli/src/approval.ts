import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { mayBeForeign } from '@hookmd/core/internal/protocol/source';
import { prepareApproval } from '@hookmd/core/internal/registry/approve';
import type { HookStatus } from '@hookmd/core/internal/registry/judge-status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import type { Approval } from '@hookmd/core/internal/trust/approval';
import { askYes } from './ask.ts';
import { buildHandler } from './build-handler.ts';
import type { OptionRow } from './command.ts';
import type { Context } from './context.ts';
import { displacedBy } from './displaced.ts';
import { showApproval } from './views/approval.ts';

/** How a person answers beforehand; for `enable` and `trust`. */
export const approvalOptions: readonly OptionRow[] = [
  { flags: '--yes', about: 'approve without asking; project packages need --digest too' },
  { flags: '--digest <digest>', about: 'approve exactly these bytes' },
];

/** Its present bytes are not approved, or not with these variables. */
export function needsApproval({ approval, record, isApproved }: HookStatus, env: readonly string[]): boolean {
  if (record.root.source === 'builtin') return false;
  if (!isApproved || approval === null || approval.digest !== record.digest) return true;
  return env.some((name) => !approval.env.includes(name));
}

/** Throws DIGEST_MISMATCH where `--digest` names other bytes than the package has. */
export function refuseOtherDigest({ options }: Context, { record }: HookStatus): void {
  const given = options.text('digest');
  if (given === undefined || given === record.digest) return;
  const found = record.digest ?? 'none';
  throw new HookError('DIGEST_MISMATCH', { name: record.name, found, given }, { exitCode: 1 });
}

/**
 * Shows what a package does and may change, and gets a person's yes; returns the digest that was agreed to.
 *
 * Without a terminal `--yes` answers for user and bundled packages, `--yes --digest` for project ones:
 * a repository must not be able to approve itself. Throws APPROVAL_NEEDED, APPROVAL_DECLINED,
 * DIGEST_MISMATCH; nothing is changed then.
 */
export async function seekApproval(
  context: Context,
  { statuses }: Survey,
  status: HookStatus,
  env: readonly string[],
  command: 'enable' | 'trust',
): Promise<string> {
  const { record } = status;
  const digest = record.digest ?? '';
  const given = context.options.text('digest');
  refuseOtherDigest(context, status);
  const isAnswered = context.options.has('yes') && (!mayBeForeign(record.root.source) || given !== undefined);
  if (!context.isJson) showApproval(context, status, { env, displaced: displacedBy(statuses, status) });
  if (isAnswered) return digest;
  if (!context.mayAsk) {
    const flag = mayBeForeign(record.root.source) ? `\`--yes --digest ${digest}\`` : '`--yes`';
    throw new HookError('APPROVAL_NEEDED', { name: record.name, flag });
  }
  const shown = `${digest.slice(0, 18)}${context.err.glyph('…', '...')}`;
  const answer = await askYes(context.err, `Let exactly these bytes run? (${shown})`);
  if (answer !== true) {
    const exitCode = answer === null ? 130 : 1;
    throw new HookError('APPROVAL_DECLINED', { name: record.name, command }, { exitCode });
  }
  return digest;
}

/** Copies what was agreed to into the store; the approval counts once it is written. */
export function approveBytes(
  { environment }: Context,
  { places }: Survey,
  { record, approval: known }: HookStatus,
  digest: string,
  env: readonly string[],
): Promise<Approval> {
  return prepareApproval(places, {
    record,
    known,
    digest,
    env,
    environment,
    build: buildHandler,
    now: new Date(),
  });
}
