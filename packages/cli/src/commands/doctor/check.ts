import type { Issue } from '@hookmd/core/errors';
import type { ActiveHook, ActivePart, Parts } from '@hookmd/core/hook-index';
import type { Inventory } from '@hookmd/core/registry';
import type { AttachPlaces } from '../../attach/registration-files.ts';

/** What all checks read. Nothing in it starts or changes anything. */
export interface Facts {
  readonly inventory: Inventory;
  /** Where agents have their settings. */
  readonly attach: AttachPlaces;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The hook index that the packages should have, compiled for this run. */
  readonly expected: Parts;
  /** The hook index on disk; null = missing, damaged, or of another version. */
  readonly compiled: { readonly user: ActivePart | null; readonly project: ActivePart | null };
  /** What differs from hooks.lock, and unfinished installs. */
  readonly installed: readonly Issue[];
  readonly now: Date;
}

export interface Finding extends Omit<Issue, 'code'> {
  readonly code: string;
  /** Qualified name, if it is about one hook. */
  readonly hook?: string;
}

export interface Report {
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** The check could not be made. */
  readonly isSkipped?: true;
}

/** One section of the output. It changes nothing, and returns what is wrong instead of throwing. */
export type Check<T = Facts> = (facts: T) => Report | Promise<Report>;

export interface Examined {
  readonly sections: readonly {
    readonly section: string;
    readonly state: 'ok' | 'hint' | 'warning' | 'error' | 'skipped';
    readonly summary: string;
  }[];
  /** The worst first; of the same severity those about a hook first, then in the order of the sections. */
  readonly findings: readonly (Finding & { readonly section: string })[];
}

const severities: readonly Issue['severity'][] = ['error', 'warning', 'hint'];

/** Runs checks in their order. */
export async function runChecks<T>(checks: Readonly<Record<string, Check<T>>>, facts: T): Promise<Examined> {
  const sections = [];
  const findings = [];
  for (const [section, check] of Object.entries(checks)) {
    const { summary, findings: found, isSkipped } = await check(facts);
    const worst = severities.find((severity) => found.some((finding) => finding.severity === severity));
    sections.push({ section, state: worst ?? (isSkipped ? 'skipped' : 'ok'), summary } as const);
    findings.push(...found.map((finding) => ({ ...finding, section })));
  }
  const rank = ({ severity, hook }: Finding): number =>
    severities.indexOf(severity) * 2 + (hook === undefined ? 1 : 0);
  return { sections, findings: findings.sort((a, b) => rank(a) - rank(b)) };
}

/** Every hook of the expected index. */
export function expectedHooks({ expected }: Pick<Facts, 'expected'>): readonly ActiveHook[] {
  return [...expected.user.hooks, ...expected.project.hooks];
}

/** The first names, and how many more there are. */
export function firstNames(names: readonly string[], max: number): string {
  const more = names.length > max ? ` and ${names.length - max} more` : '';
  return names.slice(0, max).join(', ') + more;
}
