import type { RegistrationReview } from '@hookmd/agents';
import { cleanPath, handlerEnvironment, pathOutside } from '@hookmd/core/internal/executors/environment';
import { findProgram } from '@hookmd/core/internal/executors/program-file';
import { startSpoken } from '@hookmd/core/internal/executors/spawn';
import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { HOOKMD_VERSION } from '@hookmd/core/internal/version';
import { attachedAgent } from '../launcher/launcher-command.ts';
import { type Conversation, converse } from './converse.ts';
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

interface Listed {
  readonly key: string;
  readonly currentHash: string;
  readonly isTrusted: boolean;
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
  return talk(call, places, program, async (conversation) => {
    const open = (await listOurs(call, places.home, conversation)).filter(({ isTrusted }) => !isTrusted);
    const value = Object.fromEntries(
      open.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
    );
    if (open.length === 0) return 0;
    await conversation.ask('config/batchWrite', {
      edits: [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }],
    });
    const left = (await listOurs(call, places.home, conversation)).filter(({ isTrusted }) => !isTrusted);
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
  return talk(call, places, program, async (conversation) => {
    const ours = (await listOurs(call, places.home, conversation)).filter(({ isTrusted }) => isTrusted);
    const edits = ours.map(({ key }) => ({
      keyPath: `hooks.state.${JSON.stringify(key)}`,
      value: null,
      mergeStrategy: 'replace',
    }));
    if (edits.length > 0) await conversation.ask('config/batchWrite', { edits });
    return edits.length;
  });
}

async function listOurs(
  { agent, paths }: ReviewCall,
  home: string,
  conversation: Conversation,
): Promise<readonly Listed[]> {
  const answer = await conversation.ask('hooks/list', { cwds: [home] });
  const data = isJsonObject(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  const hooks = data.flatMap((one): readonly JsonValue[] =>
    isJsonObject(one) && Array.isArray(one['hooks']) ? one['hooks'] : [],
  );
  return hooks.flatMap((hook) => {
    if (!isJsonObject(hook) || !paths.includes(String(hook['sourcePath']))) return [];
    const { key, currentHash, command, trustStatus } = hook;
    if (typeof key !== 'string' || typeof currentHash !== 'string' || typeof command !== 'string') return [];
    return attachedAgent(command) === agent
      ? [{ key, currentHash, isTrusted: trustStatus === 'trusted' }]
      : [];
  });
}

async function talk<T>(
  { review, folder, host }: ReviewCall,
  { home, projectDir }: AttachPlaces,
  program: string,
  work: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const env = handlerEnvironment({
    host: { ...host, PATH: pathOutside(host['PATH'], projectDir) },
    fixed: { HOME: home, [review.folderVariable]: folder },
    granted: [],
  });
  const spoken = await startSpoken({ argv: [program, ...review.argv.slice(1)], cwd: home, env });
  if (typeof spoken === 'string') throw new Error(`\`${review.argv.join(' ')}\` does not start (${spoken})`);
  try {
    const conversation = converse(spoken);
    await conversation.ask('initialize', {
      clientInfo: { name: 'hookmd', title: 'HookMD', version: HOOKMD_VERSION },
    });
    conversation.tell('initialized');
    return await work(conversation);
  } finally {
    spoken.end();
  }
}
