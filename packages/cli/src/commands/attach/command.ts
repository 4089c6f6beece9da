import { agentNames } from '@hookmd/agents';
import { applyAttach } from '../../attach/apply-changes.ts';
import {
  agreeTo,
  attachCommand,
  attachOptions,
  chosenAgent,
  chosenScope,
  placesToAttach,
  rejectNotRoot,
  rejectOtherState,
  rejectUnfitProgram,
  showsChange,
} from '../../attach/choose.ts';
import { findDoubleRuns } from '../../attach/double-runs.ts';
import { inspectIntegration, waitedEvents } from '../../attach/inspect-integration.ts';
import { managedPayload, planAttach } from '../../attach/plan-attach.ts';
import { giveReview, planReview } from '../../attach/review.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { look } from '../../hooks/look.ts';
import { wrapUnder } from '../../ui/output.ts';
import { showAttachProblems, showAttachWarnings } from './changes-view.ts';
import { printManaged } from './managed.ts';
import { attachJson, showAttached, showAttachPlan } from './view.ts';

export const command: Command = {
  name: 'attach',
  usage: '<agent>',
  about: 'Add HookMD to the hook settings of an agent. Shows the change first; `hooks detach` undoes it.',
  changesTrust: true,
  options: [
    ...attachOptions,
    { flags: '--print', about: 'with --managed, print the entries for your MDM, change nothing' },
    {
      flags: '--trust-agent',
      about: 'also mark the hooks as reviewed in the agent (codex)',
    },
  ],
  examples: [
    'hooks attach claude-code',
    'hooks attach codex --trust-agent',
    'hooks attach copilot --shared',
    'hooks attach claude-code --managed --print',
  ],
  async choices() {
    const options = agentNames.map((name) => ({ value: name, label: name }));
    return { question: 'Attach which agent?', isSeveral: false, options };
  },
  async run(context) {
    const { options, out, err, isJson, environment } = context;
    const agent = chosenAgent(context);
    const scope = chosenScope(context, agent) ?? 'user';
    const places = placesToAttach(context, scope);
    rejectOtherState(scope, places);
    const isManaged = scope === 'managed';
    if (options.has('print')) {
      if (!isManaged) throw usage('`--print` is about managed settings', 'Add `--managed`.');
      printManaged(context, agent, managedPayload(agent, await waitedEvents(await look(context)), places));
      return 0;
    }
    const review = planReview(context, agent, scope, places);
    if (isManaged) {
      rejectNotRoot(agent, 'attach');
      rejectUnfitProgram(agent);
    }
    const isDry = options.has('dry-run');
    if (review === null && options.has('trust-agent'))
      err.line(wrapUnder(`${agent} has no review of hooks, so \`--trust-agent\` has no effect.`, err.width));
    const seen = await look(context);
    const waitedFor = await waitedEvents(seen);
    const plan = planAttach(agent, scope, waitedFor, places);
    const { changes, problems } = plan;
    const warnings = findDoubleRuns(agent, plan.events, seen, places);
    if (problems.length > 0) {
      if (isJson) context.print({ ...attachJson(plan, places, warnings), dryRun: isDry, changed: false });
      else showAttachProblems(context, problems);
      return 1;
    }
    const isOpen = changes.length > 0;
    const hasChanges = isOpen || review !== null;
    if (showsChange(context) && (hasChanges || isDry))
      showAttachPlan(context, isDry ? out : err, plan, { places, review });
    if (!isJson) showAttachWarnings(context, isDry ? out : err, warnings);
    if (!isDry && hasChanges) {
      const call = `${attachCommand(agent, scope)}${review === null ? '' : ' --trust-agent'}`;
      await agreeTo(context, agent, call, `Change the settings of ${agent}?`);
    }
    let launcher = null;
    let reviewed = null;
    if (!isDry) {
      // Before the settings name it; also without changes, because Node or HookMD may have moved.
      if (!isManaged) {
        const { buildLauncher } = await import('../../launcher/build-launcher.ts');
        launcher = await buildLauncher(places, environment['PATH']);
      }
      if (isOpen) applyAttach(places.stateDir, agent, changes);
      if (review !== null) reviewed = await giveReview(review);
    }
    const found = inspectIntegration(agent, waitedFor, places);
    const needs = reviewed === null ? found.needs : found.needs.filter(({ isReview }) => !isReview);
    if (isJson) {
      const changed = !isDry && isOpen;
      const planned = attachJson(plan, places, warnings);
      context.print({ ...planned, dryRun: isDry, changed, launcher, reviewed, needs });
    } else if (!isDry) showAttached(context, plan, { ...found, needs }, { launcher, reviewed, places });
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
