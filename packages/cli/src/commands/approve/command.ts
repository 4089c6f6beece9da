import { HookError } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { type Approval, writeApproval } from '@hookmd/core/trust';
import {
  type Agreed,
  approvableOf,
  approvalOptions,
  approveBytes,
  groupByCopy,
  isQuiet,
  seekApproval,
} from '../../approval/approval.ts';

import { NOTHING_GIVEN, proposeGrants } from '../../approval/grants.ts';
import {
  rejectLinked,
  rejectManaged,
  rejectRequired,
  rejectUnusable,
  reviewProblems,
} from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { compareWithApproved } from '../../diff/compare-package.ts';
import { showTrustDiff } from '../../diff/view.ts';
import { findHook, findTargets } from '../../hooks/find-hook.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { look } from '../../hooks/look.ts';
import { stateText } from '../../hooks/state.ts';

export const command: Command = {
  name: 'approve',
  usage: '<...names>',
  about: 'Approve the current version of hooks. A hook that is disabled stays disabled.',
  changesTrust: true,
  options: approvalOptions,
  offers: { names: { kind: 'hooks', states: ['changed', 'unapproved'] } },
  examples: ['hooks diff guard', 'hooks approve guard'],
  async run(context) {
    const before = await look(context);
    const groups = groupByCopy(findTargets(before.statuses, context.words)).map(approvableOf);
    const targets = groups.flat();
    for (const target of targets) {
      rejectManaged(target);
      // A hook is listed again where another version than the approved one is required.
      if (target.approval !== null) rejectRequired(target);
      rejectUnusable(target, 'approved');
      rejectLinked(target);
    }
    await reviewProblems(context, before, targets, 'approved');
    // Every question first: a "no" to the last one must leave the first one untouched.
    const agreed: Agreed[] = [];
    for (const group of groups) {
      const [first] = group;
      if (first === undefined) continue;
      await showChange(context, before, first);
      agreed.push(...(await seekApproval(context, before, group, NOTHING_GIVEN, 'approve')));
    }
    const approvals: Approval[] = [];
    for (const each of agreed) approvals.push(await approveBytes(context, before, each));
    const after = await changeState(placesOf(context), context.environment, async ({ places }) => {
      for (const approval of approvals) writeApproval(places.stateDir, approval);
    });
    const now = targets.map((target) => findHook(after.statuses, target.record.qualifiedName));
    if (context.isJson) {
      const [hook, ...more] = now.map((hookStatus) => hookJson(hookStatus, after));
      context.print({
        schema: 'hookmd.approve/1',
        hook,
        ...(more.length === 0 ? {} : { hooks: [hook, ...more] }),
      });
      return 0;
    }
    for (const { record, state } of now)
      context.out.line(`${cleanLine(record.qualifiedName)}  ${stateText(context.out, state)}`);
    return 0;
  },
};

/** Throws DIGEST_MISMATCH if the directory changed meanwhile: the user approves what they have read. */
async function showChange(context: Context, seen: Inventory, target: HookStatus): Promise<void> {
  if (context.isJson) return;
  const { name, qualifiedName, digest } = target.record;
  const difference = await compareWithApproved(target, seen.places.stateDir);
  if (difference.now !== digest) {
    const parameters = { name, found: difference.now ?? 'none', given: digest ?? 'none' };
    throw new HookError('DIGEST_MISMATCH', parameters, { exitCode: 1 });
  }
  const proposal = await proposeGrants(seen, target, NOTHING_GIVEN);
  if (!isQuiet(context, seen, target, proposal)) showTrustDiff(context, qualifiedName, difference);
}

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
