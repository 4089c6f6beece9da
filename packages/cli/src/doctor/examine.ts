import type { Issue } from '@hookmd/core/errors';
import { compileParts, partPaths, readPart } from '@hookmd/core/hook-index';
import { survey } from '@hookmd/core/registry';
import { placesToAttach } from '../attach/choose.ts';
import { type Context, placesOf } from '../command-line/context.ts';
import { activeSet } from './active-set.ts';
import { eligibility } from './eligibility.ts';
import { journal } from './event-log.ts';
import { installed } from './installed.ts';
import { leftovers } from './leftovers.ts';
import { manifests } from './manifests.ts';
import { policy } from './policy.ts';
import { roots } from './roots.ts';
import { runtime } from './runtime.ts';
import type { Finding, Patient, Section, SectionReport } from './section.ts';
import { drill } from './test-event.ts';
import { trust } from './trust.ts';
import { wiring } from './wiring.ts';

/** In the order in which they are shown. */
const sections: Readonly<Record<string, Section>> = {
  runtime,
  roots,
  policy,
  manifests,
  trust,
  installed,
  eligibility,
  wiring,
  drill,
  'active set': activeSet,
  journal,
  leftovers,
};

export interface Examined {
  readonly sections: readonly {
    readonly section: string;
    readonly state: 'ok' | 'hint' | 'warning' | 'error' | 'skipped';
    readonly summary: string;
  }[];
  /** The worst first; of equal ones those about a hook, then in the order of the sections. */
  readonly findings: readonly (Finding & { readonly section: string })[];
}

const severities: readonly Issue['severity'][] = ['error', 'warning', 'hint'];

/** Looks at everything once, without changing anything: no index is kept, no record is set aside. */
export async function meetPatient(context: Context): Promise<Patient> {
  const places = placesOf(context);
  const seen = await survey(places, context.environment, 'look');
  // What is wrong with the store the section of trust says.
  const expected = await compileParts(seen, 'approved', []);
  const paths = partPaths(places.stateDir, places.projectDir);
  const compiled = { user: readPart(paths.user), project: readPart(paths.project) };
  const { examineInstalls } = await import('../install/lockfile-issues.ts');
  const installed = examineInstalls(seen);
  const attach = placesToAttach(context);
  return { seen, attach, environment: context.environment, expected, compiled, installed, now: new Date() };
}

export async function examine(patient: Patient): Promise<Examined> {
  const reports = [];
  for (const [section, look] of Object.entries(sections)) reports.push({ section, ...(await look(patient)) });
  return conclude(reports);
}

/** The findings of all sections in the order in which they are shown. */
export function conclude(reports: readonly (SectionReport & { readonly section: string })[]): Examined {
  const findings = reports.flatMap(({ section, findings: own }) => own.map((one) => ({ ...one, section })));
  const rank = (one: Finding): number =>
    severities.indexOf(one.severity) * 2 + (one.hook === undefined ? 1 : 0);
  return {
    sections: reports.map(({ section, summary, findings: own, isSkipped }) => ({
      section,
      state:
        severities.find((severity) => own.some((one) => one.severity === severity)) ??
        (isSkipped ? 'skipped' : 'ok'),
      summary,
    })),
    findings: [...findings].sort((a, b) => rank(a) - rank(b)),
  };
}
