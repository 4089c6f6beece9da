import type { RegistrationReview, ReviewedHook } from '@hookmd/agents';
import { cleanPath, handlerEnvironment, pathOutside } from '@hookmd/core/hook-types';
import { attachedAgent, findProgram, HOOKMD_VERSION, startSpoken } from '@hookmd/core/system';
import { openRpc, type RpcPeer } from './json-rpc.ts';
import type { AttachPlaces } from './registration-files.ts';

/** Whom to tell, and of what. */
export interface ReviewCall {
  readonly agent: string;
  readonly review: RegistrationReview;
  /** The folder of the agent's user. */
  readonly folder: string;
  /** The file in which our hooks stand, by any of its names. */
  readonly paths: readonly string[];
  /** What the program inherits from. */
  readonly host: Readonly<Record<string, string | undefined>>;
}

/** Whole path of the program that is told; null = it is nowhere on the PATH, or only in the project. */
export function reviewProgram(
  { argv }: RegistrationReview,
  { projectDir }: AttachPlaces,
  path: string | undefined,
): string | null {
  return findProgram(argv[0], cleanPath(pathOutside(path, projectDir)));
}

/**
 * Tells an agent that our hooks, and no others, were reviewed as it lists them now; its own calls reckon and write.
 * Returns how many that was. Throws, with what is wrong in words.
 */
export async function trustHooks(call: ReviewCall, places: AttachPlaces, program: string): Promise<number> {
  return talk(call, places, program, async (peer) => {
    const isOpen = ({ isTrusted }: ReviewedHook): boolean => !isTrusted;
    const open = (await listOurs(call, places.home, peer)).filter(isOpen);
    if (open.length === 0) return 0;
    await peer.ask(call.review.trust(open));
    const left = (await listOurs(call, places.home, peer)).filter(isOpen);
    if (left.length > 0) throw new Error(`it still lists ${left.length} of them as not reviewed`);
    return open.length;
  });
}

/** Takes back what `trustHooks` told it, before the hooks go. */
export async function distrustHooks(
  call: ReviewCall,
  places: AttachPlaces,
  program: string,
): Promise<number> {
  return talk(call, places, program, async (peer) => {
    const ours = (await listOurs(call, places.home, peer)).filter(({ isTrusted }) => isTrusted);
    if (ours.length > 0) await peer.ask(call.review.distrust(ours));
    return ours.length;
  });
}

async function listOurs(
  { agent, review, paths }: ReviewCall,
  home: string,
  peer: RpcPeer,
): Promise<readonly ReviewedHook[]> {
  const listed = review.readList(await peer.ask(review.list(home)));
  return listed.filter(({ path, command }) => paths.includes(path) && attachedAgent(command) === agent);
}

async function talk<T>(
  { review, folder, host }: ReviewCall,
  { home, projectDir }: AttachPlaces,
  program: string,
  work: (peer: RpcPeer) => Promise<T>,
): Promise<T> {
  const env = handlerEnvironment({
    host: { ...host, PATH: pathOutside(host['PATH'], projectDir) },
    fixed: { HOME: home, [review.directoryVariable]: folder },
    granted: [],
  });
  const spoken = await startSpoken({ argv: [program, ...review.argv.slice(1)], cwd: home, env });
  if (typeof spoken === 'string') throw new Error(`\`${review.argv.join(' ')}\` does not start (${spoken})`);
  try {
    const peer = openRpc(spoken);
    await peer.ask(review.greet(HOOKMD_VERSION));
    peer.tell(review.greeted);
    return await work(peer);
  } finally {
    spoken.end();
  }
}
