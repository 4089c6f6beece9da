import type { JsonObject } from '@hookmd/core/events';
import { followAny } from '@hookmd/core/runtime';
import { asPayload, leftOf } from '../as-json.ts';
import { type HookReport, joinReports, NO_REPORT, reasonOf, reportOf } from '../outcomes.ts';
import type { Invoker, OnAsk, Question } from './session.ts';
import { type CanonicalCall, callOf } from './tool-calls.ts';

interface Permission {
  readonly isGranted: boolean;
  readonly reason: string;
  readonly input: JsonObject;
  readonly report: HookReport;
}

/** PermissionRequest first: hooks may answer for the person. Then the person, and after a no PermissionDenied. */
export async function requestPermission(
  invoker: Invoker,
  call: CanonicalCall,
  reason: string | null,
  onAsk: OnAsk | undefined,
): Promise<Permission> {
  if (!invoker.concerns('PermissionRequest')) return askUser(invoker, call, reason, onAsk);
  const { input } = call;
  const tool = asPayload(callOf(call));
  const decision = await invoker.invoke('PermissionRequest', tool, call);
  const report = reportOf(decision);
  if (decision.decision === 'block') return deny(invoker, call, reasonOf(decision), report);
  if (decision.decision === 'allow')
    return { isGranted: true, reason: '', input: leftOf(decision, tool, input), report };
  return askUser(invoker, call, reason, onAsk, report);
}

/** The person alone, and after a no PermissionDenied. */
export async function askUser(
  invoker: Invoker,
  call: CanonicalCall,
  reason: string | null,
  onAsk: OnAsk | undefined,
  report: HookReport = NO_REPORT,
): Promise<Permission> {
  const { name, input, id = '', signal } = call;
  if (onAsk === undefined)
    return deny(invoker, call, `nobody can be asked here${reason === null ? '' : `: ${reason}`}`, report);
  const signals = signal === undefined ? invoker.signals : [...invoker.signals, signal];
  const isGranted = await answerOf(onAsk, { tool: name, input, id, reason }, signals);
  if (!isGranted) return deny(invoker, call, reason ?? 'the person said no', report);
  return { isGranted, reason: '', input, report };
}

async function deny(
  invoker: Invoker,
  call: CanonicalCall,
  reason: string,
  before: HookReport,
): Promise<Permission> {
  const { input } = call;
  if (!invoker.concerns('PermissionDenied')) return { isGranted: false, reason, input, report: before };
  const denied = await invoker.invoke('PermissionDenied', { ...asPayload(callOf(call)), reason });
  return { isGranted: false, reason, input, report: joinReports(before, reportOf(denied)) };
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
