import type { Issue } from '@hookmd/core/errors';
import type { ActivePart, Parts } from '@hookmd/core/hook-index';
import type { Survey } from '@hookmd/core/registry';
import type { AttachPlaces } from '../attach/registration-files.ts';

/** Everything a section may look at; nothing in here starts or changes anything. */
export interface Patient {
  readonly seen: Survey;
  /** Where agents have their settings. */
  readonly attach: AttachPlaces;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the packages come to, compiled for this look alone. */
  readonly expected: Parts;
  /** What events read; null = missing, damaged, or of another version. */
  readonly compiled: { readonly user: ActivePart | null; readonly project: ActivePart | null };
  /** What is not as hooks.lock says, and what calls of `install` left. */
  readonly installed: readonly Issue[];
  readonly now: Date;
}

/** One thing that is wrong or could be better. */
export interface Finding extends Omit<Issue, 'code'> {
  readonly code: string;
  /** Qualified name, where it is about one hook. */
  readonly hook?: string;
}

export interface SectionReport {
  /** What was looked at, in a few words. */
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** Nothing can be said of it, good or bad. Absent = it was looked at. */
  readonly isSkipped?: true;
}

/** One part of the examination; a file each. Reads, changes nothing, and never throws for what it finds. Only the drill starts something: our own launcher. */
export type Section = (patient: Patient) => SectionReport | Promise<SectionReport>;
