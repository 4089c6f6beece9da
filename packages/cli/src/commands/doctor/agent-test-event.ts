import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Integration, integrations } from '@hookmd/agents';
import { describeError, type Issue, issue } from '@hookmd/core/errors';
import type { EventName, JsonObject } from '@hookmd/core/events';
import { claude } from '@hookmd/core/protocols';
import { completeEvent } from '@hookmd/core/runtime';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import { durationText } from '@hookmd/ui/words';
import { isDefaultLauncher, launcherPath } from '../../launcher/launcher-command.ts';
import { runProgram } from '../../programs/run-program.ts';
import { beginTestEvent, type TestEvent } from '../../run/test-event.ts';
import { type AgentSettings, entryProgram, isUnreadable, readAgentSettings } from './agent-settings.ts';
import type { Check, Facts, Report } from './check.ts';

const EVENT: EventName = 'PreToolUse';
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 200;

/** Sends a test event from each attached agent. */
export const agentTestEvents: Check = async (facts) => {
  const attached = Object.values(integrations)
    .map((agent) => ({ agent, settings: readAgentSettings(agent.name, facts.attach) }))
    .filter(({ settings }) => settings.events.length > 0 && !isUnreadable(settings));
  if (attached.length === 0) return { summary: 'no agent is attached', findings: [], isSkipped: true };
  const reports = [];
  for (const { agent, settings } of attached)
    reports.push({ name: agent.name, ...(await sendTestEvent(agent, settings, facts)) });
  return {
    summary: reports.map(({ name, summary }) => `${name} ${summary}`).join(', '),
    findings: reports.flatMap(({ findings }) => findings),
    ...(reports.every(({ isSkipped }) => isSkipped) ? { isSkipped: true } : {}),
  };
};

/**
 * Starts the command in the agent's settings, as the agent would, with an event that runs no hook and is not logged. It must return
 * the decision in the agent's format. Starts only HookMD's launcher, and what root's settings name: other settings may be a
 * repository's.
 */
export async function sendTestEvent(
  agent: Integration,
  settings: AgentSettings,
  facts: Facts,
): Promise<Report> {
  const argv = launcherArgv(agent, settings, facts);
  if (typeof argv === 'string') return { summary: argv, findings: [], isSkipped: true };
  const { attach, environment } = facts;
  let testEvent: TestEvent;
  try {
    testEvent = beginTestEvent(attach);
  } catch (error) {
    return { summary: `not tried: ${describeError(error)}`, findings: [], isSkipped: true };
  }
  try {
    const [program, ...args] = argv;
    const result = await runProgram({
      program,
      args,
      cwd: attach.projectDir,
      environment,
      stdin: JSON.stringify(samplePayload(agent, testEvent.session, attach.projectDir)),
      timeoutMs: TIMEOUT_MS,
    });
    const output = `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}`;
    if (output.includes(testEvent.word))
      return { summary: `returned a result in ${durationText(result.durationMs)}`, findings: [] };
    return { summary: 'no result', findings: [noDecision(agent.name, argv, output, result)] };
  } finally {
    testEvent.end();
  }
}

/** The command for the event; a string = why there is none. */
function launcherArgv(
  agent: Integration,
  { events, commands, managed }: AgentSettings,
  facts: Facts,
): readonly [string, ...string[]] | string {
  if (!events.includes(EVENT)) return `not tried: it does not send ${EVENT}`;
  const command = commands.find(({ event }) => event === EVENT);
  if (command === undefined) {
    // A plugin starts the launcher itself.
    const launcher = launcherPath(facts.attach);
    return existsSync(launcher)
      ? [launcher, agent.name, agent.nativeOf(EVENT) ?? EVENT]
      : 'not tried: there is no launcher';
  }
  const program = entryProgram(command, facts);
  if (!('argv' in program)) return 'not tried: what its settings name is not there';
  if (program.argv !== null && command.isManaged && managed.length === 0)
    // It uses the account's own directories, whatever this call names.
    return userInfo().homedir === facts.attach.home && isDefaultLauncher(facts.attach)
      ? program.argv
      : 'not tried: its managed settings use the home directory of your account';
  if (program.argv === null || !program.isLauncher)
    return 'not tried: its settings name no launcher of HookMD';
  return program.argv;
}

function samplePayload(agent: Integration, session: string, projectDir: string): JsonObject {
  const call = {
    tool_name: 'Bash',
    tool_input: { command: 'true' },
    tool_use_id: 'test-event',
    session_id: session,
  };
  const completion = completeEvent(claude.readEvent(call, EVENT), {
    event: EVENT,
    eventId: 'test-event',
    agent: agent.name,
    cwd: projectDir,
    projectDir: () => projectDir,
  });
  if ('problems' in completion) throw new Error(completion.problems.join('; '));
  return agent.format.writeEvent(completion.event, EVENT);
}

function noDecision(
  agent: string,
  argv: readonly string[],
  output: string,
  { exitCode, end }: { readonly exitCode: number | null; readonly end: string },
): Issue {
  const shown = cleanLine(output.trim()).slice(0, MAX_OUTPUT);
  const ends: Readonly<Record<string, string>> = {
    exit: `exited with code ${exitCode}`,
    timeout: 'did not end',
  };
  const ended = ends[end] ?? `failed (${end})`;
  return issue('AGENT_NO_RESPONSE', {
    agent,
    command: argv.map(quoteWord).join(' '),
    detail: shown === '' ? ended : `${ended}: ${shown}`,
  });
}
