import type { Buffer } from 'node:buffer';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Integration, NativeReply } from '@hookmd/agents';
import type { EventName } from '@hookmd/core/events';
import type { HookIndex } from '@hookmd/core/hook-index';
import { type Places, randomHex, writeFileAtomic } from '@hookmd/core/system';

/** How the session of a test event begins; what comes after it is a secret of who test events. */
const SESSION = 'hookmd-test-event-';
const SECRET_BYTES = 16;

/** A test event in progress. */
export interface TestEvent {
  /** The session that its event names. */
  readonly session: string;
  /** A text that only its response contains. */
  readonly word: string;
  readonly end: () => void;
}

/** Allows one event that runs no hook. Throws STATE_NOT_WRITABLE. */
export function beginTestEvent({ stateDir }: Pick<Places, 'stateDir'>): TestEvent {
  const secret = randomHex(SECRET_BYTES);
  const path = join(stateDir, 'test-event', secret);
  writeFileAtomic(path, '');
  return {
    session: SESSION + secret,
    word: wordOf(secret),
    end: () => rmSync(path, { force: true }),
  };
}

/** Whether an event may be one: what finds out is loaded for those alone. */
export function looksLikeTestEvent(payload: Buffer): boolean {
  return payload.includes(SESSION);
}

/**
 * The response to a test event, null = an ordinary event. It takes the whole way of an event and runs no hook: no settings of
 * an agent and no text of a model can know the secret, and only the user's own state directory identifies it.
 */
export async function runTestEvent(
  agent: Integration,
  event: EventName,
  payload: Buffer,
  { places, load }: { readonly places: Places; readonly load: (places: Places) => Promise<HookIndex> },
): Promise<NativeReply | null> {
  const [, secret] =
    new RegExp(`${SESSION}([0-9a-f]{${2 * SECRET_BYTES}})`).exec(payload.toString('latin1')) ?? [];
  if (secret === undefined || !existsSync(join(places.stateDir, 'test-event', secret))) return null;
  await load(places);
  return agent.rejection(event, wordOf(secret));
}

function wordOf(secret: string): string {
  return `this was a test event of HookMD, ${secret}`;
}
