import { changeState } from '@hookmd/core/hook-index';
import type { HookStatus, Inventory, State } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { type Approval, writeApproval } from '@hookmd/core/trust';
import {
  type Agreed,
  approvableOf,
  approvalOptions,
  approveBytes,
  groupByCopy,
  namedDigests,
  needsApproval,
  rejectOtherDigest,
  seekApproval,
} from '../../approval/approval.ts';
import { givenGrants, grantOptions } from '../../approval/grants.ts';
import { rejectManaged, rejectUnusable, reviewProblems } from '../../approval/rejections.ts';
import { recordWish, rejectUnknownScope, wishOptions } from '../../approval/wish.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { hookChoices } from '../../hooks/choices.ts';
import { everyHook, findHook, findTargets } from '../../hooks/find-hook.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { look } from '../../hooks/look.ts';
import { stateText } from '../../hooks/state.ts';
import { wrapUnder } from '../../ui/output.ts';
import { fromHome } from '../../ui/short-path.ts';

const notOffered: readonly State[] = ['ready', 'linked', 'unpinned', 'invalid'];

export const command: Command = {
  name: 'enable',
  usage: '<...names>',
  about: 'Approve hooks and enable them from the next event on.',
  changesTrust: true,
  options: [...approvalOptions, ...grantOptions, ...wishOptions],
  offers: { names: { kind: 'hooks', states: ['disabled', 'ineligible', 'unapproved', 'changed'] } },
  examples: ['hooks enable block-dangerous audit-log', 'hooks enable guard --yes --digest sha256:9f2c…'],
  choices: (context) =>
    hookChoices(context, 'Enable which hooks?', ({ status }) => !notOffered.includes(status.state)),
  async run(context) {
    const given = givenGrants(context);
    rejectUnknownScope(context);
    const before = await look(context);
    const found = findTargets(everyHook(before), context.words);
    const groups = groupByCopy(found).map(approvableOf);
    const targets = groups.flat();
    const named = namedDigests(context, before);
    for (const target of targets) {
      rejectManaged(target);
      rejectUnusable(target, 'enabled');
      rejectOtherDigest(named, target);
    }
    await reviewProblems(context, before, targets, 'enabled');
    // Every question first: a "no" to the last one must leave the first one untouched.
    const agreed: Agreed[] = [];
    for (const group of groups) {
      const open = group.filter((target) => needsApproval(target, given));
      if (open.length > 0) agreed.push(...(await seekApproval(context, before, open, given, 'enable')));
    }
    const approvals: Approval[] = [];
    for (const each of agreed) approvals.push(await approveBytes(context, before, each));
    const after = await changeState(placesOf(context), context.environment, async ({ places }) => {
      for (const approval of approvals) writeApproval(places.stateDir, approval);
      for (const target of targets) {
        recordWish(context, before, target, true);
      }
    });
    report(context, after, found);
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
    // What is wrong with a hook comes before its approval.
    const reasons = status.state === 'invalid' ? status.reasons.slice(0, 1) : status.reasons;
    for (const reason of reasons) {
      const message = cleanLine(reason.message).replace(/\.$/, '');
      const text = fromHome(`  ${message}. ${cleanLine(reason.remedy)}`, context.environment);
      context.err.line(wrapUnder(text, context.err.width));
    }
  }
}
