import { applyDetach } from '../../attach/apply-changes.ts';
import {
  agreeTo,
  attachOptions,
  chosenAgent,
  chosenScope,
  detachCommand,
  placesToAttach,
  rejectNotRoot,
  showsChange,
} from '../../attach/choose.ts';
import { planDetach } from '../../attach/plan-detach.ts';
import { takeReview } from '../../attach/review.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { changeJson, showAttachProblems } from '../attach/changes-view.ts';
import { showDetached, showDetachPlan } from './view.ts';

export const command: Command = {
  name: 'detach',
  usage: '<agent>',
  about:
    'Remove HookMD from the settings of an agent. Restores each file byte for byte, or, if you edited it since, removes only its own entries.',
  changesTrust: true,
  options: attachOptions,
  examples: ['hooks detach claude-code', 'hooks detach claude-code --shared', 'hooks detach codex --dry-run'],
  async run(context) {
    const { options, out, err, isJson } = context;
    const agent = chosenAgent(context);
    const scope = chosenScope(context, agent);
    const places = placesToAttach(context, scope);
    const isDry = options.has('dry-run');
    if (scope === 'managed') rejectNotRoot(agent, 'detach');
    const plan = planDetach(agent, scope, places);
    const { changes, problems, gone, elsewhere, reviewed } = plan;
    let stays: string | null = null;
    const isOpen = changes.length > 0;
    const isRejected = problems.length > 0;
    if (!isJson && isRejected) showAttachProblems(context, problems);
    if (showsChange(context) && !isRejected && isOpen) showDetachPlan(context, isDry ? out : err, plan);
    if (!isDry && !isRejected) {
      if (isOpen)
        await agreeTo(
          context,
          agent,
          detachCommand(agent, scope),
          `Remove HookMD from the settings of ${agent}?`,
        );
      // Before its hooks are removed: the agent lists only hooks in its settings.
      if (reviewed !== null) stays = await takeReview(context, agent, places);
      if (isOpen || gone.length > 0) applyDetach(places.stateDir, agent, changes, gone);
    }
    if (isJson) {
      const changed = isOpen && !isDry && !isRejected;
      const files = changes.map((change) => ({ ...changeJson(change), restored: change.isRestored }));
      context.print({
        schema: 'hookmd.detach/1',
        agent,
        dryRun: isDry,
        changed,
        files,
        elsewhere,
        reviewStays: stays,
        issues: problems,
      });
    } else if (!isRejected && !(isDry && isOpen)) showDetached(context, plan, stays, places);
    return isRejected ? 1 : 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
