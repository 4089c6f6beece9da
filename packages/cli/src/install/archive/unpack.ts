import { isProblem, Refused, refuseProblems } from '../refused.ts';
import type { RawEntry } from './entry.ts';
import { gunzip, isGzip } from './gunzip.ts';
import { judgeEntries } from './judge-entries.ts';
import { readTar } from './read-tar.ts';
import { writeEntries } from './write-entries.ts';

/**
 * Unpacks a tar file, compressed with gzip or not, into a new folder `dir`. Throws Refused before anything is written.
 *
 * `strips` as in `judgeEntries`; `choose` takes a part of what is in it.
 */
export function unpack(
  bytes: Buffer,
  dir: string,
  {
    strips,
    choose = (all) => all,
  }: { strips: boolean; choose?: (all: readonly RawEntry[]) => readonly RawEntry[] },
): void {
  const tar = isGzip(bytes) ? gunzip(bytes) : bytes;
  if (isProblem(tar)) throw new Refused(tar);
  const raw = readTar(tar);
  if (isProblem(raw)) throw new Refused(raw);
  placeEntries(choose(raw), dir, strips);
}

/** Writes entries into a new folder `dir`, all or nothing. Throws Refused. */
export function placeEntries(raw: readonly RawEntry[], dir: string, strips: boolean): void {
  const { entries, problems } = judgeEntries(raw, { strips });
  refuseProblems(problems);
  if (!entries.some(({ kind }) => kind === 'file'))
    throw new Refused({ code: 'ARCHIVE_DAMAGED', parameters: { detail: 'it has no files' } });
  writeEntries(entries, dir);
}
