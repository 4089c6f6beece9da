import { changeState } from '@hookmd/core/hook-index';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { rejectManaged, rejectRequired } from '../../approval/rejections.ts';
import { enabledHere, recordWish, rejectUnknownScope, wishOptions } from '../../approval/wish.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { hookChoices } from '../../hooks/choices.ts';
import { everyHook, findHook, findTargets } from '../../hooks/find-hook.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { look } from '../../hooks/look.ts';
import { stateText } from '../../hooks/state.ts';
import { wrapUnder } from '../../ui/output.ts';

export const command: Command = {
  name: 'disable',
  usage: '<...names>',
  about: 'Disable hooks from the next event on. Their approval stays.',
  changesTrust: true,
  options: [...wishOptions],
  offers: {
    names: {
      kind: 'hooks',
      states: ['ready', 'ineligible', 'unapproved', 'changed', 'linked', 'unpinned', 'invalid'],
    },
  },
  examples: ['hooks disable audit-log', 'hooks disable lint-on-stop --here'],
  choices: (context) => hookChoices(context, 'Disable which hooks?', ({ status }) => status.isEnabled),
  async run(context) {
    rejectUnknownScope(context);
    const before = await look(context);
    const targets = findTargets(everyHook(before), context.words);
    for (const target of targets) {
      rejectManaged(target);
      rejectRequired(target);
    }
    const after = await changeState(placesOf(context), context.environment, async () => {
      for (const target of targets) {
        recordWish(context, before, target, false);
      }
    });
    const now = targets.map((target) => findHook(everyHook(after), target.record.qualifiedName));
    report(context, after, now);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** If an enablement of this project overrides the command, the hook still runs here, and that is reported. */
function report(context: Context, after: Inventory, now: readonly HookStatus[]): void {
  if (context.isJson) {
    const hooks = now.map((status) => {
      const hook = hookJson(status, after);
      const still = enabledHere(status);
      if (still === null) return hook;
      const { code, message, remedy } = still;
      return { ...hook, reasons: [...hook.reasons, { code, message, remedy }] };
    });
    context.print({ schema: 'hookmd.disable/1', hooks });
    return;
  }
  for (const status of now) {
    // An invalid hook can be disabled too.
    const shown = status.isEnabled ? status.state : 'disabled';
    context.out.line(`${cleanLine(status.record.qualifiedName)}  ${stateText(context.out, shown)}`);
    const still = enabledHere(status);
    if (still === null) continue;
    context.err.line(wrapUnder(`  ${still.message}. ${still.remedy}`, context.err.width));
  }
}
