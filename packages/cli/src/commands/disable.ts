import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { changeState } from '@hookmd/core/internal/registry/compile-now';
import type { Command, ExitStatus } from '../command.ts';
import { placesOf } from '../context.ts';
import { everyHook, findHook } from '../find-hook.ts';
import { hookJson } from '../hook-json.ts';
import { look } from '../look.ts';
import { refuseManaged, refuseRequired } from '../refusals.ts';
import { runCommand } from '../run-command.ts';
import { stateText } from '../views/state.ts';
import { recordWish, refuseUnknownScope, wishOptions } from '../wish.ts';

export const command: Command = {
  name: 'disable',
  usage: '<...names>',
  about: 'Switch hooks off. Takes effect on the next event; their approval stays.',
  changesTrust: true,
  options: [...wishOptions],
  offers: {
    names: { kind: 'hooks', states: ['ready', 'ineligible', 'untrusted', 'changed', 'linked', 'invalid'] },
  },
  examples: ['hooks disable audit-log', 'hooks disable lint-on-stop --here'],
  async run(context) {
    refuseUnknownScope(context);
    const before = await look(context);
    const targets = context.words.map((name) => findHook(everyHook(before), name));
    for (const target of targets) {
      refuseManaged(target);
      refuseRequired(target);
    }
    const after = await changeState(placesOf(context), context.environment, async () => {
      for (const target of targets) {
        recordWish(context, before, target, false);
      }
    });
    const now = targets.map((target) => findHook(everyHook(after), target.record.qualifiedName));
    if (context.isJson) {
      context.print({ schema: 'hookmd.disable/1', hooks: now.map((one) => hookJson(one, after)) });
    } else {
      for (const { record, isEnabled, state } of now) {
        // Whatever else is wrong with it: that it is off is what was asked for.
        const shown = isEnabled ? state : 'disabled';
        context.out.line(`${cleanLine(record.qualifiedName)}  ${stateText(context.out, shown)}`);
      }
    }
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);
