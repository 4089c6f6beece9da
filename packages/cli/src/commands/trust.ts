import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { changeState } from '@hookmd/core/internal/registry/compile-now';
import { writeApproval } from '@hookmd/core/internal/trust/approval';
import { approvalOptions, approveBytes, seekApproval } from '../approval.ts';
import type { Command, ExitStatus } from '../command.ts';
import { placesOf } from '../context.ts';
import { findHook } from '../find-hook.ts';
import { hookJson } from '../hook-json.ts';
import { look } from '../look.ts';
import { refuseManaged, refuseRequired, refuseUnusable } from '../refusals.ts';
import { runCommand } from '../run-command.ts';
import { stateText } from '../views/state.ts';

export const command: Command = {
  name: 'trust',
  usage: '<name>',
  about: 'Approve the bytes a hook has now. Switches nothing on.',
  changesTrust: true,
  options: approvalOptions,
  offers: { name: { kind: 'hooks', states: ['changed', 'untrusted'] } },
  examples: ['hooks diff guard', 'hooks trust guard'],
  async run(context) {
    const before = await look(context);
    const target = findHook(before.statuses, context.words[0] ?? '');
    refuseManaged(target);
    // Of what is approved already, other bytes are not the required ones any more.
    if (target.approval !== null) refuseRequired(target);
    refuseUnusable(target, 'trusted');
    const env = target.approval?.env ?? [];
    const digest = await seekApproval(context, before, target, env, 'trust');
    const approval = await approveBytes(context, before, target, digest, env);
    const after = await changeState(placesOf(context), context.environment, async ({ places }) =>
      writeApproval(places.stateDir, approval),
    );
    const now = findHook(after.statuses, target.record.qualifiedName);
    if (context.isJson) context.print({ schema: 'hookmd.trust/1', hook: hookJson(now, after) });
    else context.out.line(`${cleanLine(now.record.qualifiedName)}  ${stateText(context.out, now.state)}`);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);
