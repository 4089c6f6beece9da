import { existsSync } from 'node:fs';
import type { Integration } from '@hookmd/agents';
import { describeError, type Issue, issue } from '@hookmd/core/errors';
import type { EventName, JsonObject } from '@hookmd/core/events';
import { claude } from '@hookmd/core/protocols';
import { completeEvent } from '@hookmd/core/runtime';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import { durationText } from '../../event-log/event-text.ts';
import { launcherPath } from '../../launcher/launcher-command.ts';
import { runProgram } from '../../programs/run-program.ts';
import { beginTestEvent, type TestEvent } from '../../run/test-event.ts';
import { entryProgram } from '../entry-program.ts';
import type { SectionReport } from '../section.ts';
import type { AgentPatient } from './agent-section.ts';

const EVENT: EventName = 'PreToolUse';
const TEST_EVENT_MS = 20_000;
const MAX_SAID = 200;

/**
 * Starts what the settings name, as the agent would, with an event that asks no hook and leaves no record; its answer has to come
 * back in the agent's own words. Only our own programs are started: settings may be a repository's.
 */
export async function drill({
  patient,
  agent,
  entries,
}: Pick<AgentPatient, 'patient' | 'agent' | 'entries'>): Promise<SectionReport> {
  const found = ownProgram({ patient, agent, entries });
  if (typeof found === 'string') return { summary: found, findings: [], isSkipped: true };
  let going: TestEvent;
  try {
    going = beginTestEvent(patient.attach);
  } catch (error) {
    return { summary: `not tried: ${describeError(error)}`, findings: [], isSkipped: true };
  }
  try {
    const { projectDir } = patient.attach;
    const payload = samplePayload(agent, going.session, projectDir);
    const [program, ...args] = found;
    const result = await runProgram({
      program,
      args,
      cwd: projectDir,
      environment: patient.environment,
      stdin: JSON.stringify(payload),
      timeoutMs: TEST_EVENT_MS,
    });
    const said = `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}`;
    if (said.includes(going.word))
      return { summary: `answered in ${durationText(result.durationMs)}`, findings: [] };
    return { summary: 'no answer', findings: [noAnswer(agent.name, found, said, result)] };
  } finally {
    going.end();
  }
}

/** The command of its event, if it is ours; else why it is not started. */
function ownProgram({
  patient: { attach, environment },
  agent,
  entries,
}: Pick<AgentPatient, 'patient' | 'agent' | 'entries'>): readonly [string, ...string[]] | string {
  const entry = entries.commands.find(({ event }) => event === EVENT);
  if (!entries.events.includes(EVENT)) return `not tried: it does not tell of ${EVENT}`;
  // A module asks by itself, with the same words.
  if (entry === undefined)
    return existsSync(launcherPath(attach))
      ? [launcherPath(attach), agent.name, agent.nativeOf(EVENT) ?? EVENT]
      : 'not tried: there is no launcher';
  const { command, path } = entry;
  const program = entryProgram(command, { places: attach, path, searched: environment['PATH'] ?? '' });
  if (!('argv' in program)) return 'not tried: what its settings name is not there';
  if (program.argv === null || !program.isLauncher) return 'not tried: its settings name no launcher of ours';
  return program.argv;
}

function samplePayload(agent: Integration, session: string, projectDir: string): JsonObject {
  const call = {
    tool_name: 'Bash',
    tool_input: { command: 'true' },
    tool_use_id: 'drill',
    session_id: session,
  };
  const completion = completeEvent(claude.readEvent(call, EVENT), {
    event: EVENT,
    eventId: 'drill',
    agent: agent.name,
    cwd: projectDir,
    projectDir: () => projectDir,
  });
  if ('problems' in completion) throw new Error(completion.problems.join('; '));
  return agent.wire.writeEvent(completion.event, EVENT);
}

function noAnswer(
  agent: string,
  argv: readonly string[],
  said: string,
  { exitCode, end }: { readonly exitCode: number | null; readonly end: string },
): Issue {
  const words = cleanLine(said.trim()).slice(0, MAX_SAID);
  const ended =
    end === 'exit'
      ? `ended with exit status ${exitCode}`
      : end === 'timeout'
        ? 'did not end'
        : `failed (${end})`;
  const command = argv.map(quoteWord).join(' ');
  return issue('AGENT_NO_ANSWER', {
    agent,
    command,
    detail: words === '' ? ended : `${ended} and said: ${words}`,
  });
}
