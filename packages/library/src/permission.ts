import { followAny } from '@hookmd/core/internal/dispatch/follow-signal';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import { asPayload, leftOf } from './as-json.ts';
import type { Asker } from './asker.ts';
import { hear, hearBoth, reasonOf, SILENCE } from './heard.ts';
import type { Heard } from './outcomes.ts';
import { type CanonicalCall, callOf } from './tool-calls.ts';

/** What a person is asked: may this tool run with this input? */
export interface Question {
  readonly tool: string;
  /** The effective input: what the tool would run with. */
  readonly input: JsonObject;
  readonly id: string;
  /** Why a hook wants it asked; null = the agent itself does. */
  readonly reason: string | null;
  /** Aborted where nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Asks the person; true = yes. Whatever it throws is a no. */
export type OnAsk = (question: Question) => boolean | Promise<boolean>;

interface Permission {
  readonly isGranted: boolean;
  readonly reason: string;
  readonly input: JsonObject;
  readonly heard: Heard;
}

/** PermissionRequest first: hooks may answer for the person. Then the person, and after a no PermissionDenied. */
export async function requestPermission(
  asker: Asker,
  call: CanonicalCall,
  reason: string | null,
  onAsk: OnAsk | undefined,
): Promise<Permission> {
  if (!asker.concerns('PermissionRequest')) return askPerson(asker, call, reason, onAsk);
  const { input } = call;
  const tool = asPayload(callOf(call));
  const decision = await asker.ask('PermissionRequest', tool, call);
  const heard = hear(decision);
  if (decision.decision === 'block') return deny(asker, call, reasonOf(decision), heard);
  if (decision.decision === 'allow')
    return { isGranted: true, reason: '', input: leftOf(decision, tool, input), heard };
  return askPerson(asker, call, reason, onAsk, heard);
}

/** The person alone, and after a no PermissionDenied. */
export async function askPerson(
  asker: Asker,
  call: CanonicalCall,
  reason: string | null,
  onAsk: OnAsk | undefined,
  heard: Heard = SILENCE,
): Promise<Permission> {
  const { name, input, id = '', signal } = call;
  if (onAsk === undefined)
    return deny(asker, call, `nobody can be asked here${reason === null ? '' : `: ${reason}`}`, heard);
  const signals = signal === undefined ? asker.signals : [...asker.signals, signal];
  const isGranted = await answerOf(onAsk, { tool: name, input, id, reason }, signals);
  if (!isGranted) return deny(asker, call, reason ?? 'the person said no', heard);
  return { isGranted, reason: '', input, heard };
}

async function deny(asker: Asker, call: CanonicalCall, reason: string, before: Heard): Promise<Permission> {
  const { input } = call;
  if (!asker.concerns('PermissionDenied')) return { isGranted: false, reason, input, heard: before };
  const denied = await asker.ask('PermissionDenied', { ...asPayload(callOf(call)), reason });
  return { isGranted: false, reason, input, heard: hearBoth(before, hear(denied)) };
}

/** Whoever goes away while a person thinks has a no. */
async function answerOf(
  onAsk: OnAsk,
  question: Omit<Question, 'signal'>,
  signals: readonly AbortSignal[],
): Promise<boolean> {
  const { signal, release } = followAny(signals);
  if (signal.aborted) return false;
  const left = new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  try {
    return (await Promise.race([onAsk({ ...question, signal }), left])) === true;
  } catch {
    return false;
  } finally {
    release();
  }
}
