import { changeState } from '@hookmd/core/hook-index';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { type Approval, writeApproval } from '@hookmd/core/trust';
import {
  type Agreed,
  approvalOptions,
  approveBytes,
  namedDigests,
  needsApproval,
  rejectOtherDigest,
  seekApproval,
} from '../../approval/approval.ts';
import { givenGrants, grantOptions } from '../../approval/grants.ts';
import { rejectManaged, rejectUnusable } from '../../approval/rejections.ts';
import { recordWish, rejectUnknownScope, wishOptions } from '../../approval/wish.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { everyHook, findHook } from '../../hooks/find-hook.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { look } from '../../hooks/look.ts';
import { stateText } from '../../hooks/state.ts';
import { wrapUnder } from '../../ui/output.ts';

export const command: Command = {
  name: 'enable',
  usage: '<...names>',
  about: 'Approve hooks and enable them from the next event on.',
  changesTrust: true,
  options: [...approvalOptions, ...grantOptions, ...wishOptions],
  offers: { names: { kind: 'hooks', states: ['disabled', 'ineligible', 'unapproved', 'changed'] } },
  examples: ['hooks enable block-dangerous audit-log', 'hooks enable guard --yes --digest sha256:9f2c…'],
  async run(context) {
    const given = givenGrants(context);
    rejectUnknownScope(context);
    const before = await look(context);
    const targets = context.words.map((name) => findHook(everyHook(before), name));
    const named = namedDigests(context, before);
    for (const target of targets) {
      rejectManaged(target);
      rejectUnusable(target, 'enabled');
      rejectOtherDigest(named, target);
    }
    // Every question first: a "no" to the last one must leave the first one untouched.
    const agreed = new Map<HookStatus, Agreed>();
    for (const target of targets) {
      if (needsApproval(target, given))
        agreed.set(target, await seekApproval(context, before, target, given, 'enable'));
    }
    const approvals: Approval[] = [];
    for (const [target, output] of agreed)
      approvals.push(await approveBytes(context, before, target, output));
    const after = await changeState(placesOf(context), context.environment, async ({ places }) => {
      for (const approval of approvals) writeApproval(places.stateDir, approval);
      for (const target of targets) {
        recordWish(context, before, target, true);
      }
    });
    report(context, after, targets);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function report(context: Context, after: Inventory, targets: readonly HookStatus[]): void {
  const now = targets.map((target) => findHook(everyHook(after), target.record.qualifiedName));
  if (context.isJson) {
    context.print({ schema: 'hookmd.enable/1', hooks: now.map((hookStatus) => hookJson(hookStatus, after)) });
    return;
  }
  for (const status of now) {
    context.out.line(`${cleanLine(status.record.qualifiedName)}  ${stateText(context.out, status.state)}`);
    if (status.state === 'ready') continue;
    for (const reason of status.reasons) {
      const message = cleanLine(reason.message).replace(/\.$/, '');
      context.err.line(wrapUnder(`  ${message}. ${cleanLine(reason.remedy)}`, context.err.width));
    }
  }
}
