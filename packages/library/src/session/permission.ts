import type { JsonObject } from '@hookmd/core/events';
import { followAny } from '@hookmd/core/runtime';
import { asPayload, inputAfter } from '../as-json.ts';
import { type HookReport, joinReports, NO_REPORT, reasonOf, reportOf } from '../outcomes.ts';
import type { Invoker, OnPrompt, Question } from './session.ts';
import { type CanonicalCall, callPayload } from './tool-calls.ts';

interface Permission {
  readonly isGranted: boolean;
  readonly reason: string;
  readonly input: JsonObject;
  readonly report: HookReport;
}

/** PermissionRequest, whose hooks may decide for the user; then the user; PermissionDenied after a denial. */
export async function requestPermission(
  invoker: Invoker,
  call: CanonicalCall,
  reason: string | null,
  onPrompt: OnPrompt | undefined,
): Promise<Permission> {
  if (!invoker.concerns('PermissionRequest')) return promptUser(invoker, call, reason, onPrompt);
  const { input } = call;
  const payload = asPayload(callPayload(call));
  const decision = await invoker.invoke('PermissionRequest', payload, call);
  const report = reportOf(decision);
  if (decision.decision === 'block') return deny(invoker, call, reasonOf(decision), report);
  if (decision.decision === 'allow')
    return { isGranted: true, reason: '', input: inputAfter(decision, payload, input), report };
  return promptUser(invoker, call, reason, onPrompt, report);
}

/** The user alone decides; PermissionDenied after a denial. */
export async function promptUser(
  invoker: Invoker,
  call: CanonicalCall,
  reason: string | null,
  onPrompt: OnPrompt | undefined,
  report: HookReport = NO_REPORT,
): Promise<Permission> {
  const { name, input, id = '', signal } = call;
  if (onPrompt === undefined)
    return deny(
      invoker,
      call,
      `the user cannot be prompted here${reason === null ? '' : `: ${reason}`}`,
      report,
    );
  const signals = signal === undefined ? invoker.signals : [...invoker.signals, signal];
  const isGranted = await prompt(onPrompt, { tool: name, input, id, reason }, signals);
  if (!isGranted) return deny(invoker, call, reason ?? 'the user denied it', report);
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
  const denied = await invoker.invoke('PermissionDenied', { ...asPayload(callPayload(call)), reason });
  return { isGranted: false, reason, input, report: joinReports(before, reportOf(denied)) };
}

/** False also when `onPrompt` throws, and when a signal aborts before the user decides. */
async function prompt(
  onPrompt: OnPrompt,
  question: Omit<Question, 'signal'>,
  signals: readonly AbortSignal[],
): Promise<boolean> {
  const { signal, release } = followAny(signals);
  if (signal.aborted) return false;
  const aborted = new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  try {
    return (await Promise.race([onPrompt({ ...question, signal }), aborted])) === true;
  } catch {
    return false;
  } finally {
    release();
  }
}
