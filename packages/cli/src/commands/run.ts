import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Attachment, attachments, type NativeReply } from '@hookmd/agents';
import type { HookWatch } from '@hookmd/core/internal/dispatch/dispatch-request';
import { localHost } from '@hookmd/core/internal/dispatch/host';
import { describeError, HookError, isHookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { isContextName } from '@hookmd/core/internal/manifest/context-name';
import { type Fired, openRuntime } from '@hookmd/core/internal/open-runtime';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { eventNames, eventRow, isEventName } from '@hookmd/core/internal/protocol/events';
import { claude } from '@hookmd/core/internal/wires/claude';
import type { EventName, JsonObject } from '@hookmd/core/protocol';
import { answerFailure } from '../answer-failure.ts';
import type { Command, ExitStatus } from '../command.ts';
import { type Context, placesOf } from '../context.ts';
import { parseDuration } from '../parse-duration.ts';
import { parsePayload, readPayloadBytes, sniffEvent } from '../read-payload.ts';
import { runCommand } from '../run-command.ts';
import { printErr, printOut } from '../terminal.ts';
import { usage } from '../usage.ts';
import { wrapUnder } from '../views/wrap.ts';

export const command: Command = {
  name: 'run',
  usage: '[event]',
  about: 'Dispatch one event; its payload comes on standard input.',
  options: [
    { flags: '--payload <file>', about: 'read the payload from this file' },
    { flags: '--agent <agent>', about: "read and answer in this agent's native form" },
    { flags: '--only <name>', about: 'ask this hook only' },
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
    const agent = Object.hasOwn(attachments, name) ? attachments[name] : undefined;
    if (agent === undefined) {
      const known = Object.keys(attachments);
      throw new HookError('AGENT_NOT_FOUND', {
        name,
        known: known.join(', '),
        suggestion: didYouMean(name, known),
      });
    }
    return runNative(context, agent);
  },
};

export const main = async (words: readonly string[]): Promise<ExitStatus> => {
  const status = await runCommand(command, words);
  // To an agent a mistake in our own call is neither a block nor anything else it gives a status a meaning for.
  return !hasReplied && isForKnownAgent(words) ? 0 : status;
};

/** The agent's own answer was written: its status is part of it. */
let hasReplied = false;

function isForKnownAgent(words: readonly string[]): boolean {
  const at = words.indexOf('--agent');
  const name = at < 0 ? undefined : words[at + 1];
  return (
    name !== undefined &&
    Object.hasOwn(attachments, name) &&
    !words.includes('--json') &&
    !words.includes('--help')
  );
}

/** In our own form: the decision as JSON or for a person; exit 1 where the event may not go on. */
async function runPlain(context: Context): Promise<ExitStatus> {
  const event = await eventNamed(context.words[0]);
  const payload = parsePayload(readPayloadBytes(context));
  refuseContradiction(event, payload['hook_event_name']);
  const level = context.environment['HOOKMD_LOG'];
  const log =
    level === undefined ? null : (await import('../views/run-log.ts')).openRunLog(context.err, level);
  const { decision, warnings, isInterrupted } = await fire(context, event, payload, null, log?.watch);
  log?.showDecided(decision);
  if (context.isJson) context.print(decision);
  else (await import('../views/decision.ts')).showDecision(context, decision);
  const { err } = context;
  for (const warning of warnings)
    err.line(err.paint('yellow', wrapUnder(`warning: ${cleanLine(warning)}`, err.width, '  ')));
  if (isInterrupted) return 130;
  return decision.decision === 'block' || decision.decision === 'ask' || decision.halt !== null ? 1 : 0;
}

/**
 * In the agent's own form: standard output carries only its answer. Whatever goes wrong with us is
 * answered too, and never by chance as a block or an allow (contracts.md §11).
 */
async function runNative(context: Context, agent: Attachment): Promise<ExitStatus> {
  const [said] = context.words;
  let event = said === undefined ? null : agent.eventOf(said);
  let reply: NativeReply;
  try {
    const bytes = readPayloadBytes(context);
    event ??= agent.eventOf(sniffEvent(bytes, agent.eventField) ?? '');
    const payload = parsePayload(bytes);
    const native = said ?? payload[agent.eventField];
    event = typeof native === 'string' ? agent.eventOf(native) : null;
    if (event === null) throw namesNoEvent(agent, native);
    const { decision, warnings, isInterrupted } = await fire(context, event, payload, agent);
    if (isInterrupted) {
      hasReplied = true;
      return 130;
    }
    for (const warning of warnings) printErr(`hookmd: ${cleanLine(warning)}\n`);
    reply = agent.reply(decision);
  } catch (error) {
    const message = isHookError(error) ? `${error.message} ${error.remedy}` : describeError(error);
    reply = await answerFailure(agent, event, message, () => nativePlaces(context, {}));
  }
  hasReplied = true;
  printOut(reply.stdout);
  printErr(reply.stderr);
  return reply.exitCode as ExitStatus;
}

function namesNoEvent({ name, eventField }: Attachment, native: unknown): HookError {
  return typeof native === 'string'
    ? new HookError('PAYLOAD', {
        detail: `names "${cleanLine(native).slice(0, 64)}", no event of ${name} we know`,
        fix: 'Update HookMD.',
      })
    : new HookError('PAYLOAD', {
        detail: `does not name its event under \`${eventField}\``,
        fix: `Give it as ${name} writes it.`,
      });
}

async function fire(
  context: Context,
  event: EventName,
  payload: JsonObject,
  agent: Attachment | null,
  watch?: HookWatch,
): Promise<Fired & { readonly isInterrupted: boolean }> {
  const { options, environment } = context;
  const workDir = typeof payload['cwd'] === 'string' ? resolve(context.cwd, payload['cwd']) : context.cwd;
  const budget = options.text('budget');
  const recipes = options.texts('recipe');
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort());
  const project = options.text('project') ?? projectOf(payload, agent, environment);
  const from = { workDir, project, skills: activeSkills(payload, workDir) };
  const places = agent === null ? placesOf(context, from) : nativePlaces(context, from);
  const hooks = await openRuntime({
    places,
    host: agent ?? localHost(claude, recipes.length > 0 ? recipes : undefined),
    // What an agent's settings may have set does not choose where handlers find their files.
    environment: agent === null ? environment : { ...environment, HOME: places.home },
    cwd: context.cwd,
    project,
    trust: options.has('dangerously-trust-all') ? 'all' : 'approved',
    only: options.text('only'),
    noHooks: options.isOff('hooks'),
    context: contextOf(options.text('context')),
    background: async (origin, work) =>
      (await import('../start-supervisor.ts')).startSupervisor(origin, work),
    tellsUser: agent !== null,
    beginsSession: eventRow(event).beginsSession === true,
    ...(budget === undefined ? {} : { budgetMs: parseDuration(budget) }),
    signal: interrupt.signal,
    ...(watch === undefined ? {} : { watch }),
  });
  try {
    return { ...(await hooks.fire(event, payload)), isInterrupted: interrupt.signal.aborted };
  } finally {
    hooks.kill();
  }
}

/** The skills that the agent says are active; of one that is not there nothing can take part. */
function activeSkills({ active_skills: skills }: JsonObject, workDir: string): readonly string[] {
  if (!Array.isArray(skills)) return [];
  return skills
    .filter((skill): skill is string => typeof skill === 'string')
    .map((skill) => resolve(workDir, skill))
    .filter((path) => existsSync(path.endsWith('.md') ? path : join(path, 'SKILL.md')));
}

function contextOf(word: string | undefined): string | undefined {
  if (word === undefined || isContextName(word)) return word;
  throw usage(
    `\`--context\` cannot be "${cleanLine(word).slice(0, 64)}"`,
    'Name the operation in lower-case letters, digits and dashes, such as commit or pr.',
  );
}

/** No variable is read under `--agent`: a repository's agent settings may have set it. */
function nativePlaces(
  context: Context,
  from: { workDir?: string; project?: string | undefined; skills?: readonly string[] },
): ReturnType<typeof placesOf> {
  return placesOf(context, { ...from, environment: null });
}

/** `--project`, else the payload's, else the agent's variable. */
function projectOf(
  payload: JsonObject,
  agent: Attachment | null,
  environment: Context['environment'],
): string | undefined {
  if (typeof payload['project_dir'] === 'string') return payload['project_dir'];
  return agent?.projectVariable ? environment[agent.projectVariable] : undefined;
}

async function eventNamed(name: string | undefined): Promise<EventName> {
  if (name === undefined)
    throw usage('`hooks run` needs an event', 'Write `hooks run PreToolUse`; `hooks events` lists all.');
  if (isEventName(name)) return name;
  const { findForeignName } = await import('@hookmd/core/internal/wires/foreign-names');
  const meant = findForeignName(name)?.events ?? [];
  const suggestion =
    meant.length > 0 ? `Hooks of that name are asked about ${meant.join(' and ')}: fire that. ` : null;
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion: suggestion ?? didYouMean(name, eventNames) });
}

function refuseContradiction(event: EventName, stated: unknown): void {
  if (stated === undefined || stated === event) return;
  const fix = 'Name the same event in both places, or in one.';
  throw new HookError('PAYLOAD', {
    detail: `says it is of the event ${JSON.stringify(stated)}, not ${event}`,
    fix,
  });
}
