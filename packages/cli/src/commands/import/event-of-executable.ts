import type { Definition } from '@hookmd/core/manifest';
import { executableEvents, type HookStatus, type PackageReading } from '@hookmd/core/registry';

/** The event of a bare executable, and where it was found. */
export interface EventFound {
  readonly event: string;
  readonly foundIn: 'approval' | 'option' | 'text';
}

/**
 * The event of a bare executable, without running it: the option, the output when this content was approved, or the only name
 * of an event in its text. Null = the user has to name it.
 */
export function eventOfExecutable(
  definition: Definition,
  { digest }: PackageReading,
  {
    statuses,
    given,
    bytes,
  }: {
    readonly statuses: readonly HookStatus[];
    readonly given: string | undefined;
    readonly bytes: Buffer;
  },
): EventFound | null {
  if (given !== undefined) return { event: given, foundIn: 'option' };
  const approved = statuses.find(
    ({ record, approval }) =>
      record.path === definition.path && digest !== null && approval?.digest === digest,
  );
  const output = approved?.approval?.event;
  if (output !== undefined) return { event: output, foundIn: 'approval' };
  const named = executableEvents.filter((event) => hasWord(bytes, event));
  const [event, ...rest] = named;
  return event === undefined || rest.length > 0 ? null : { event, foundIn: 'text' };
}

function hasWord(bytes: Buffer, word: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`).test(bytes.toString('latin1'));
}
