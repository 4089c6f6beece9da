import { readInventory } from '@hookmd/core/registry';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { collectGarbage } from '../../gc/collect-garbage.ts';
import { findGoneProjects, forgetProject } from '../../gc/gone-projects.ts';
import { showCollection } from '../../gc/view.ts';

export const command: Command = {
  name: 'gc',
  usage: '',
  about: 'Remove unused approved copies and stale files from the state directory.',
  options: [
    { flags: '--dry-run', about: 'list what would be removed' },
    {
      flags: '--projects',
      about: 'also remove approvals for projects that no longer exist',
    },
  ],
  examples: ['hooks gc --dry-run', 'hooks gc'],
  async run(context) {
    const places = placesOf(context);
    const { config } = await readInventory(places, context.environment, 'look');
    const dryRun = context.options.has('dry-run');
    const { keepDays } = config.eventLog;
    const gone = context.options.has('projects') ? findGoneProjects(places.stateDir) : [];
    if (!dryRun) for (const project of gone) forgetProject(places.stateDir, project);
    const { cleared, issues } = collectGarbage(places.stateDir, { keepDays, dryRun, now: Date.now() });
    const forgotten = gone.map((goneProject) => ({
      ...goneProject,
      approvals: goneProject.approvals.length,
    }));
    const freedBytes = cleared.reduce((sum, { bytes }) => sum + bytes, 0);
    if (context.isJson)
      context.print({ schema: 'hookmd.gc/1', dryRun, freedBytes, cleared, forgotten, issues });
    else showCollection(context, { dryRun, freedBytes, cleared, forgotten, issues });
    return issues.length === 0 ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
