import { agreeTo } from '../attach/agree-to.ts';
import { applyAttach } from '../attach/apply-changes.ts';
import {
  attachOptions,
  chosenAgent,
  chosenScope,
  placesToAttach,
  refuseOtherState,
} from '../attach/choose.ts';
import { inspectAttachment } from '../attach/inspect-attachment.ts';
import { planAttach } from '../attach/plan-attach.ts';
import { waitedEvents } from '../attach/waited-events.ts';
import type { Command, ExitStatus } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { attachJson, showAttached, showAttachPlan } from '../views/attach.ts';
import { showAttachProblems } from '../views/attach-changes.ts';

export const command: Command = {
  name: 'attach',
  usage: '<agent>',
  about:
    'Put HookMD into the hook settings of an agent, behind what others have there: shows the change, asks, and writes it. `hooks detach` takes it out again.',
  changesTrust: true,
  options: attachOptions,
  examples: ['hooks attach claude-code', 'hooks attach codex --dry-run', 'hooks attach copilot --shared'],
  async run(context) {
    const { options, out, err, isJson, environment } = context;
    const agent = chosenAgent(context);
    const scope = chosenScope(context, agent) ?? 'user';
    const places = placesToAttach(context);
    refuseOtherState(scope, places);
    const isDry = options.has('dry-run');
    const waitedFor = await waitedEvents(context);
    const plan = planAttach(agent, scope, waitedFor, places);
    const { changes, problems } = plan;
    if (problems.length > 0) {
      if (isJson) context.print({ ...attachJson(plan, places), dryRun: isDry, changed: false });
      else showAttachProblems(context, problems);
      return 1;
    }
    const isOpen = changes.length > 0;
    if (!isJson && (isOpen || isDry)) showAttachPlan(context, isDry ? out : err, plan, places);
    if (!isDry && isOpen) await agreeTo(context, agent, 'attach', `Change the settings of ${agent}?`);
    let launcher = null;
    if (!isDry) {
      // Before anything names it; also where nothing changes, because Node or HookMD may have moved.
      const { buildLauncher } = await import('../launcher/build-launcher.ts');
      launcher = await buildLauncher(places, environment['PATH']);
      if (isOpen) applyAttach(places.stateDir, agent, changes);
    }
    const now = inspectAttachment(agent, waitedFor, places);
    if (isJson)
      context.print({
        ...attachJson(plan, places),
        dryRun: isDry,
        changed: !isDry && isOpen,
        launcher,
        needs: now.needs,
      });
    else if (launcher !== null) showAttached(context, plan, now, launcher);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);
