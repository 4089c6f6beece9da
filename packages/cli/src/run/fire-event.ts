import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Attachment } from '@hookmd/agents';
import type { Places } from '@hookmd/core/internal/discovery/places';
import type { HookWatch } from '@hookmd/core/internal/dispatch/dispatch-request';
import { localHost } from '@hookmd/core/internal/dispatch/host';
import { isContextName } from '@hookmd/core/internal/manifest/context-name';
import { openRuntime } from '@hookmd/core/internal/open-runtime';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { eventRow } from '@hookmd/core/internal/protocol/events';
import type { FiredEvent } from '@hookmd/core/internal/runtime/runtime';
import { claude } from '@hookmd/core/internal/wires/claude';
import type { EventName, JsonObject } from '@hookmd/core/protocol';
import { buildHandler } from '../build-handler.ts';
import { callModel } from '../call-model.ts';
import { type Context, placesOf } from '../context.ts';
import { parseDuration } from '../parse-duration.ts';
import { usage } from '../usage.ts';
import { nativePlaces } from './native-places.ts';

/** Fires one event with the options of this call; `agent` null = in our own form. */
export async function fireEvent(
  context: Context,
  event: EventName,
  payload: JsonObject,
  agent: Attachment | null,
  watch?: HookWatch,
): Promise<FiredEvent & { readonly isInterrupted: boolean }> {
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
    build: buildHandler,
    models: callModel,
    ...(await outsideDigests(context, places, agent)),
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

/** Under `--agent` the variable is not read: a repository's agent settings may have set it. */
async function outsideDigests(
  { environment }: Context,
  places: Places,
  agent: Attachment | null,
): Promise<{ readonly digests?: ReadonlySet<string> }> {
  const text = environment['HOOKMD_TRUST_DIGESTS'];
  if (agent !== null || !text) return {};
  const { digestsFromVariable } = await import('../trusted-digests.ts');
  return { digests: digestsFromVariable(text, places.projectDir) };
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
