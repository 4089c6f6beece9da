import { agentNames, loadIntegration } from '@hookmd/agents';
import { didYouMean, HookError } from '@hookmd/core/errors';
import { eventNames } from '@hookmd/core/events';
import type { Command, ExitStatus } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { runNative } from '../../run/run-native.ts';
import { runPlain } from './run-plain.ts';

export const command: Command = {
  name: 'run',
  usage: '[event]',
  about: 'Dispatch one event; its payload comes on standard input.',
  options: [
    { flags: '--payload <file>', about: 'read the payload from this file' },
    { flags: '--agent <agent>', about: "read and answer in this agent's native form" },
    { flags: '--only <name>', about: 'ask this hook and managed ones only' },
    { flags: '--budget <time>', about: 'time budget of the event, such as 2s (default: that of the agent)' },
    {
      flags: '--recipe <name>',
      about: 'a recipe the caller can run; several times for several (default: compact)',
    },
    { flags: '--no-hooks', about: 'ask managed hooks only' },
    {
      flags: '--context <operation>',
      about: 'what the agent does for itself, such as commit: hooks that do not name it stay off',
    },
    {
      flags: '--dispatch <id>',
      about: 'what the launcher of an agent calls this event; starts the runtime that judges the next',
    },
    { flags: '--dangerously-trust-all', about: 'run what stands in the roots, approved or not: for tests' },
  ],
  offers: { event: { kind: 'words', words: eventNames } },
  examples: [
    'hooks run PreToolUse < payload.json',
    'HOOKMD_LOG=debug hooks run PreToolUse < payload.json',
    'hooks run --agent claude-code < native.json',
  ],
  async run(context) {
    const name = context.options.text('agent');
    if (name === undefined) return runPlain(context);
    if (context.isJson) throw usage('`--agent` and `--json` exclude each other', 'Leave one of them out.');
    if (context.options.has('recipe'))
      throw usage(
        '`--agent` and `--recipe` exclude each other',
        'Leave one of them out: an agent has its own.',
      );
    const agent = await loadIntegration(name);
    if (agent === null)
      throw new HookError('AGENT_NOT_FOUND', {
        name,
        known: agentNames.join(', '),
        suggestion: didYouMean(name, agentNames),
      });
    return runNative(context, agent, () => {
      hasReplied = true;
    });
  },
};

export const main = async (words: readonly string[]): Promise<ExitStatus> => {
  const status = await runCommand(command, words);
  if (hasReplied || !isForKnownAgent(words)) return status;
  // To an agent a mistake in our own call is neither a block nor anything else it gives a status a meaning for; a launcher
  // answers in our place.
  return givenValue(words, '--dispatch') === undefined ? 0 : 3;
};

/** The agent's own answer was written: its status is part of it. */
let hasReplied = false;

function isForKnownAgent(words: readonly string[]): boolean {
  const name = givenValue(words, '--agent');
  return (
    name !== undefined && agentNames.includes(name) && !words.includes('--json') && !words.includes('--help')
  );
}

/** Written `--agent NAME` or `--agent=NAME`, in words that may not be parsed at all. */
function givenValue(words: readonly string[], option: string): string | undefined {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  return words[at] === option ? (words[at + 1] ?? '') : words[at]?.slice(option.length + 1);
}
