import { createInterface } from 'node:readline';
import { type RegistrationReview, type ReviewedHook, registrations } from '@hookmd/agents';
import { describeError, HookError } from '@hookmd/core/errors';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@hookmd/core/events';
import { cleanPath, handlerEnvironment, pathOutside } from '@hookmd/core/hook-types';
import { findProgram, HOOKMD_VERSION, type Spoken, startSpoken } from '@hookmd/core/system';
import { attachedAgent } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { usage } from '../command-line/usage.ts';
import { recordAround } from './apply-changes.ts';
import { type AttachPlaces, registrationFiles, reviewPath, settingsDirectory } from './registration-files.ts';
import { readSettingsFile } from './settings-file.ts';

/** How an agent's own program learns that the user has reviewed the hooks of HookMD. */
export interface PlannedReview {
  readonly agent: string;
  readonly review: RegistrationReview;
  /** The whole path of the program. */
  readonly program: string;
  /** The file that the program will write. */
  readonly path: string;
  /** The user's directory of the agent. */
  readonly directory: string;
  /** The settings file with the hooks, by any of its names. */
  readonly settings: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: AttachPlaces;
}

/** Null without `--trust-agent`, and for an agent without a review. Throws USAGE, ATTACH_REVIEW if its program is missing. */
export function planReview(
  context: Context,
  agent: string,
  scope: string,
  places: AttachPlaces,
): PlannedReview | null {
  if (!context.options.has('trust-agent') || registrations[agent]?.review === undefined) return null;
  if (scope === 'managed')
    throw usage(`${agent} trusts managed hooks without a review`, 'Leave `--trust-agent` out.');
  if (scope !== 'user') throw usage('Each user reviews shared hooks', 'Leave `--trust-agent` out.');
  const planned = findReview(context, agent, places);
  if (planned === null) throw rejection(agent, 'its program is not on the PATH', 'Nothing was changed.');
  return planned;
}

/** Marks the hooks as reviewed. Returns how many were not. Throws ATTACH_REVIEW. */
export async function giveReview(planned: PlannedReview): Promise<number> {
  const { agent, path, places } = planned;
  try {
    return await recordAround(places.stateDir, agent, readSettingsFile(path), () => trustHooks(planned));
  } catch (error) {
    throw rejection(agent, describeError(error), 'It is attached all the same.');
  }
}

/** Removes the review, before the hooks are removed. Null = done; otherwise why it remains. */
export async function takeReview(
  context: Context,
  agent: string,
  places: AttachPlaces,
): Promise<string | null> {
  const planned = findReview(context, agent, places);
  if (planned === null) return 'its program is not on the PATH';
  try {
    await talk(planned, async (peer) => {
      const reviewed = (await listHooks(planned, peer)).filter(({ isTrusted }) => isTrusted);
      if (reviewed.length > 0) await peer.request(planned.review.distrust(reviewed));
    });
    return null;
  } catch (error) {
    return describeError(error);
  }
}

/** Null if the program is not on the PATH, or only in the project. */
function findReview({ environment }: Context, agent: string, places: AttachPlaces): PlannedReview | null {
  const review = registrations[agent]?.review;
  const directory = settingsDirectory(agent, 'user', places);
  const path = reviewPath(agent, places);
  if (review === undefined || directory === null || path === null) return null;
  const program = findProgram(review.argv[0], cleanPath(pathOutside(environment['PATH'], places.projectDir)));
  if (program === null) return null;
  const settings = registrationFiles(agent, 'user', [], places).flatMap((file) => [
    file.path,
    targetOf(file.path),
  ]);
  return { agent, review, program, path, directory, settings, environment, places };
}

function targetOf(path: string): string {
  try {
    return readSettingsFile(path).target;
  } catch {
    return path;
  }
}

/** The agent's program computes and writes the digests. Throws with a reason in words. */
async function trustHooks(planned: PlannedReview): Promise<number> {
  return talk(planned, async (peer) => {
    const listOpen = async (): Promise<readonly ReviewedHook[]> =>
      (await listHooks(planned, peer)).filter(({ isTrusted }) => !isTrusted);
    const open = await listOpen();
    if (open.length === 0) return 0;
    await peer.request(planned.review.trust(open));
    const left = await listOpen();
    if (left.length > 0) throw new Error(`it still lists ${left.length} of them as not reviewed`);
    return open.length;
  });
}

/** The hooks of HookMD, and no others. */
async function listHooks(
  { agent, review, settings, places }: PlannedReview,
  peer: RpcPeer,
): Promise<readonly ReviewedHook[]> {
  const listed = review.readList(await peer.request(review.list(places.home)));
  return listed.filter(({ path, command }) => settings.includes(path) && attachedAgent(command) === agent);
}

async function talk<T>(planned: PlannedReview, work: (peer: RpcPeer) => Promise<T>): Promise<T> {
  const { review, program, directory, environment: host } = planned;
  const { home, projectDir } = planned.places;
  const env = handlerEnvironment({
    host: { ...host, PATH: pathOutside(host['PATH'], projectDir) },
    fixed: { HOME: home, [review.directoryVariable]: directory },
    granted: [],
  });
  const spoken = await startSpoken({ argv: [program, ...review.argv.slice(1)], cwd: home, env });
  if (typeof spoken === 'string') throw new Error(`\`${review.argv.join(' ')}\` does not start (${spoken})`);
  try {
    const peer = openRpc(spoken);
    await peer.request(review.greet(HOOKMD_VERSION));
    peer.notify(review.greeted);
    return await work(peer);
  } finally {
    spoken.end();
  }
}

function rejection(agent: string, detail: string, state: string): HookError {
  return new HookError('ATTACH_REVIEW', { agent, detail, state }, { exitCode: 1 });
}

const TIMEOUT_MS = 20_000;

/** JSON-RPC with a program, one message per line. */
export interface RpcPeer {
  /** Throws with a reason in words if the program rejects the request, ends, or takes too long. */
  request(request: { readonly method: string; readonly parameters: JsonObject }): Promise<JsonValue>;
  notify(method: string): void;
}

function openRpc({ stdin, stdout }: Pick<Spoken, 'stdin' | 'stdout'>): RpcPeer {
  const waiting = new Map<number, (response: JsonObject | null) => void>();
  let last = 0;
  let hasEnded = false;
  const lines = createInterface({ input: stdout });
  lines.on('line', (line) => {
    const message = parseJson(line);
    if (isJsonObject(message) && typeof message['id'] === 'number') waiting.get(message['id'])?.(message);
  });
  lines.on('close', () => {
    hasEnded = true;
    for (const end of waiting.values()) end(null);
  });
  const send = (message: JsonObject): void => {
    stdin.write(`${JSON.stringify(message)}\n`);
  };
  return {
    notify: (method) => send({ method }),
    async request({ method, parameters }) {
      last += 1;
      const id = last;
      let timer: NodeJS.Timeout | undefined;
      const response = await new Promise<JsonObject | null | 'late'>((resolve) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => resolve('late'), TIMEOUT_MS);
        if (hasEnded) resolve(null);
        else send({ id, method, params: parameters });
      });
      clearTimeout(timer);
      waiting.delete(id);
      if (response === 'late')
        throw new Error(`it did not respond to ${method} within ${TIMEOUT_MS / 1000} s`);
      if (response === null) throw new Error(`it ended instead of responding to ${method}`);
      const { error, result = null } = response;
      if (isJsonObject(error)) throw new Error(`it rejected ${method}: ${String(error['message'])}`);
      return result;
    },
  };
}
