import { cleanLine, counted, quoteWord } from '@hookmd/core/text';

/** What a hook would have done to a call. */
export const effects = ['blocked', 'prompted', 'changed', 'failed'] as const;
export type Effect = (typeof effects)[number];

/** A call that a hook would have affected, or a workaround that it lets proceed; without secrets. */
export interface Finding {
  /** The same in every scan of the same call with the same hook. */
  readonly id: string;
  readonly effect: Effect | 'proceeded';
  /** What the hook gives as its reason; '' = none. */
  readonly reason: string;
  /** What the call is about; else the name of the tool. */
  readonly call: string;
  readonly agent: string;
  readonly project: string;
  /** Milliseconds since 1970; null = unknown. */
  readonly at: number | null;
}

/** Calls that a hook would have affected for the same reason. */
export interface Pattern {
  readonly effect: Finding['effect'];
  /** The reason without the values in it. */
  readonly title: string;
  readonly count: number;
  /** The latest. */
  readonly example: Finding;
}

/** What one hook would have done. */
export interface ScannedHook extends Readonly<Record<Effect, number>> {
  readonly name: string;
  /** Events on which it ran. */
  readonly ran: number;
  /** The most frequent first. */
  readonly patterns: readonly Pattern[];
}

/** A call that two versions of a hook decide differently; null = the event proceeds as it was. */
export interface Difference {
  readonly now: Finding | null;
  readonly against: Finding | null;
}

/** What could not be read of a history. */
export interface ScanIssue {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}

/** Entries of which only the first ones are listed. */
export interface Listed<T> {
  readonly first: readonly T[];
  readonly count: number;
}

/** What `hooks scan --json` prints. */
export interface ScanDocument {
  readonly schema: 'hookmd.scan/1';
  readonly since: string;
  /** The time of the first call; null = no history has it. */
  readonly oldest: string | null;
  /** Tool calls that were read. */
  readonly calls: number;
  readonly sessions: number;
  readonly durationMs: number;
  readonly isInterrupted: boolean;
  readonly hooks: readonly ScannedHook[];
  readonly differences: Listed<Difference>;
  readonly issues: Listed<ScanIssue>;
}

const DAY_MS = 24 * 3_600_000;

export function number(count: number): string {
  return count.toLocaleString('en-US');
}

/** `Of 8,114 calls in 30 days, block-dangerous would have blocked 15 (0.2 %) and no-force-push blocked none.` */
export function headline({ oldest, calls, hooks }: ScanDocument, now: number): string {
  const ageMs = oldest === null ? null : now - Date.parse(oldest);
  const days = ageMs === null ? '' : ` in ${counted(Math.max(1, Math.ceil(ageMs / DAY_MS)), 'day')}`;
  const clauses = hooks.map(
    (hook, index) => `${hook.name} ${index === 0 ? 'would have ' : ''}${deeds(hook, calls)}`,
  );
  const last = clauses.pop() ?? '';
  const all = clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
  return `Of ${number(calls)} ${calls === 1 ? 'call' : 'calls'}${days}, ${all}.`;
}

const deedWords: Readonly<Record<Effect, string>> = {
  blocked: 'blocked',
  prompted: 'prompted you about',
  changed: 'changed',
  failed: 'failed on',
};

/** `blocked 15 (0.2 %), failed on 2 (0.1 %)` */
function deeds(hook: ScannedHook, calls: number): string {
  const done = effects.filter((effect) => hook[effect] > 0 || effect === 'blocked');
  return done
    .map((effect) => `${deedWords[effect]} ${hook[effect] === 0 ? 'none' : shareText(hook[effect], calls)}`)
    .join(', ');
}

function shareText(count: number, calls: number): string {
  const share = (100 * count) / calls;
  return `${number(count)} (${share < 0.1 ? 'under 0.1' : Number(share.toFixed(share < 10 ? 1 : 0))} %)`;
}

/** The first sentence of a reason, without the title: '' = the title is all. */
export function explanationOf(reason: string): string {
  const [, text = ''] = /^[^`"]*?: (.*)$/.exec(reason) ?? [];
  return cleanLine(text.split(/(?<=[^.]\.) (?=[A-Z])/)[0] ?? '');
}

/** The command that lists all calls of a kind. */
export function showCommand(hook: string, { title }: Pattern): string {
  return `hooks scan ${hook} --show ${quoteWord(cleanLine(title))}`;
}
