import { registrations } from '@hookmd/agents';
import { describeError, HookError } from '@hookmd/core/errors';
import type { Context } from '../command-line/context.ts';
import { usage } from '../command-line/usage.ts';
import { recordAround } from './apply-changes.ts';
import { type AttachPlaces, registrationFiles, reviewPath, settingsDirectory } from './registration-files.ts';
import { distrustHooks, type ReviewCall, reviewProgram, trustHooks } from './review-hooks.ts';
import { readSettingsFile } from './settings-file.ts';

/** How an agent will be told that our hooks were reviewed. */
export interface PlannedReview {
  readonly call: ReviewCall;
  readonly program: string;
  /** Where the agent will write that. */
  readonly path: string;
}

/**
 * What `--trust-agent` comes to; null = it was not asked for. Throws USAGE where the agent has no such review, ATTACH_REVIEW
 * where its program is not there: before anything is written.
 */
export function planReview(
  context: Context,
  agent: string,
  scope: string,
  places: AttachPlaces,
): PlannedReview | null {
  if (!context.options.has('trust-agent')) return null;
  if (registrations[agent]?.review === undefined)
    throw usage(`${agent} is not told which hooks were reviewed`, 'Leave `--trust-agent` out.');
  if (scope !== 'user')
    throw usage('Each person reviews for themselves what is shared', 'Leave `--trust-agent` out.');
  const planned = reviewWith(context, agent, places);
  if (planned === null) throw rejection(agent, 'its program is not on the PATH', 'Nothing was changed.');
  return planned;
}

/** Tells the agent. Returns how many hooks it had not taken for reviewed. Throws ATTACH_REVIEW. */
export async function giveReview(
  { call, program, path }: PlannedReview,
  places: AttachPlaces,
): Promise<number> {
  const { agent } = call;
  try {
    const file = readSettingsFile(path);
    return await recordAround(places.stateDir, agent, file, () => trustHooks(call, places, program));
  } catch (error) {
    throw rejection(agent, describeError(error), 'It is attached all the same.');
  }
}

/** Takes it back. Null = done; else why it is still there. */
export async function takeReview(
  context: Context,
  agent: string,
  places: AttachPlaces,
): Promise<string | null> {
  const planned = reviewWith(context, agent, places);
  if (planned === null) return 'its program is not on the PATH';
  try {
    await distrustHooks(planned.call, places, planned.program);
    return null;
  } catch (error) {
    return describeError(error);
  }
}

function reviewWith({ environment }: Context, agent: string, places: AttachPlaces): PlannedReview | null {
  const review = registrations[agent]?.review;
  const folder = settingsDirectory(agent, 'user', places);
  const path = reviewPath(agent, places);
  if (review === undefined || folder === null || path === null) return null;
  const program = reviewProgram(review, places, environment['PATH']);
  if (program === null) return null;
  const paths = registrationFiles(agent, 'user', [], places).flatMap((one) => [one.path, targetOf(one.path)]);
  return { call: { agent, review, folder, paths, host: environment }, program, path };
}

function targetOf(path: string): string {
  try {
    return readSettingsFile(path).target;
  } catch {
    return path;
  }
}

function rejection(agent: string, detail: string, state: string): HookError {
  return new HookError('ATTACH_REVIEW', { agent, detail, state }, { exitCode: 1 });
}
