import { agentNames } from '@hookmd/agents';
import { reportAgent } from '../../agents/agent-report.ts';
import { chosenAgent, placesToAttach } from '../../attach/choose.ts';
import { waitedEvents } from '../../attach/inspect-integration.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { look } from '../../hooks/look.ts';
import { agentJson, showAgent, showAgents } from './view.ts';

export const command: Command = {
  name: 'agents',
  usage: '[agent]',
  about: 'List the supported agents and how they are attached. With a name, show what that agent supports.',
  options: [],
  examples: ['hooks agents', 'hooks agents codex', 'hooks agents --json'],
  async run(context) {
    const names = context.words.length === 0 ? agentNames : [chosenAgent(context)];
    const facts = {
      places: placesToAttach(context),
      waitedFor: await waitedEvents(await look(context)),
      path: context.environment['PATH'] ?? '',
    };
    const reports = names.map((name) => reportAgent(name, facts));
    if (context.isJson) context.print({ schema: 'hookmd.agents/1', agents: reports.map(agentJson) });
    else if (context.words.length === 0) showAgents(context, reports);
    else for (const report of reports) showAgent(context, report);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
