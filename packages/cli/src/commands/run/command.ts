import { agentNames, loadIntegration } from '@hookmd/agents';
import { didYouMean, HookError, issue } from '@hookmd/core/errors';
import { type Decision, eventNames, isFailed } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { runNative } from '../../run/dispatch-native.ts';
import { eventNamed, exitCodeOf, interrupted, readPayload, runEvent } from '../../run/run-event.ts';
import { wrapUnder } from '../../ui/output.ts';

export const command: Command = {
  name: 'run',
  usage: '[event]',
  about: 'Run the hooks of one event and print the decision. Reads the payload from standard input.',
  options: [
    { flags: '--payload <file>', about: 'read the payload from this file' },
    { flags: '--agent <agent>', about: "use this agent's input and output format" },
    { flags: '--only <name>', about: 'run only this hook and managed hooks' },
    { flags: '--budget <time>', about: 'time budget of the event, such as 2s (default: that of the agent)' },
    {
      flags: '--host-action <name>',
      about: 'a host action that the caller implements; repeatable (default: compact)',
    },
    { flags: '--no-hooks', about: 'run only managed hooks' },
    {
      flags: '--context <operation>',
      about: 'internal operation of the agent, such as commit; runs only hooks that name it in `contexts`',
    },
    {
      flags: '--dispatch <id>',
      about: 'the ID that the launcher gave this event',
      isHidden: true,
    },
    {
      flags: '--explain',
      about: 'print each stage with its source file to standard error',
    },
    { flags: '--dangerously-trust-all', about: 'also run hooks that are not approved; only for tests' },
  ],
  offers: { event: { kind: 'words', words: eventNames } },
  examples: [
    'hooks run PreToolUse < payload.json',
    'hooks run PreToolUse --explain < payload.json',
    'HOOKMD_LOG=debug hooks run PreToolUse < payload.json',
    'hooks run --agent claude-code < native.json',
  ],
  run(context) {
    const name = context.options.text('agent');
    return name === undefined ? runPlain(context) : runForAgent(context, name);
  },
  exitCodeOfError(words, exitCode) {
    const name = givenValue(words, '--agent');
    const isForUser = words.includes('--json') || words.includes('--help');
    if (hasReplied || isForUser || name === undefined || !agentNames.includes(name)) return exitCode;
    // To the agent a wrong call must not look like a block; a launcher replies in place of this process.
    return givenValue(words, '--dispatch') === undefined ? 0 : 3;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** The agent has its reply: the exit code is part of it. */
let hasReplied = false;

async function runForAgent(context: Context, name: string): Promise<ExitCode> {
  if (context.isJson) throw usage('`--agent` and `--json` exclude each other', 'Leave one of them out.');
  if (context.options.has('host-action'))
    throw usage(
      '`--agent` and `--host-action` exclude each other',
      'Leave one of them out: an agent has its own.',
    );
  if (context.options.has('explain'))
    throw usage(
      '`--agent` and `--explain` exclude each other',
      'Leave one of them out: the agent reads standard error.',
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
}

/** Written `--agent NAME` or `--agent=NAME`, in words that may not be parsed at all. */
function givenValue(words: readonly string[], option: string): string | undefined {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  return words[at] === option ? (words[at + 1] ?? '') : words[at]?.slice(option.length + 1);
}

/** In HookMD's format: the decision as JSON or for the user; exit code 1 where the event must not proceed. */
async function runPlain(context: Context): Promise<ExitCode> {
  const { environment, err } = context;
  const [name] = context.words;
  if (name === undefined)
    throw usage('`hooks run` needs an event', 'Write `hooks run PreToolUse`; `hooks events` lists all.');
  const event = await eventNamed(name);
  const payload = readPayload(context, event);
  const level = environment['HOOKMD_LOG'];
  const log = level === undefined ? null : (await import('./log-view.ts')).openRunLog(err, level);
  const signal = interrupted();
  const call = { agent: null, signal, watch: log?.watch, daemon: null };
  const result = await runEvent(context, event, payload, call);
  const { decision, warnings } = result;
  log?.showDecided(decision);
  if (context.options.has('explain')) (await import('./explain.ts')).explainEvent(context, payload, result);
  if (context.isJson) context.print(decision);
  else await showResult(context, decision);
  for (const warning of [...warnings, ...unapproved(context, decision)])
    err.line(err.paint('yellow', wrapUnder(`warning: ${cleanLine(warning)}`, err.width, '  ')));
  if (signal.aborted) return 130;
  return exitCodeOf(decision);
}

async function showResult(context: Context, decision: Decision): Promise<void> {
  const { showDecision } = await import('../../event-log/event-text.ts');
  const { hooks } = decision;
  const isConcerned = hooks.some(
    (run) => isFailed(run) || run.warnings.length > 0 || run.cause === 'BREAKER_OPEN' || run.hasChanged,
  );
  // To find a directory that has changed takes as long as the event: it is done for a user at a terminal.
  if (!isConcerned && (hooks.length === 0 || !context.out.isTerminal)) return showDecision(context, decision);
  const { adviceOn } = await import('../../hooks/advice.ts');
  const { look } = await import('../../hooks/look.ts');
  showDecision(context, decision, adviceOn(context, await look(context), decision));
}

/** In CI a warning names the repository's hooks that were skipped because they need approval. */
function unapproved({ environment }: Context, { hooks }: Decision): readonly string[] {
  if (!environment['CI'] && !environment['HOOKMD_TRUST_DIGESTS']) return [];
  const names = hooks
    .filter(({ cause }) => cause === 'UNAPPROVED')
    .map(({ qualifiedName }) => qualifiedName)
    .filter((name) => name.startsWith('project/'));
  if (names.length === 0) return [];
  const { message, remedy } = issue('PROJECT_HOOKS_SKIPPED', { names: names.join(', ') });
  return [`${message} ${remedy}`];
}
