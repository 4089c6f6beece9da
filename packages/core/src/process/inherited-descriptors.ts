import { readdirSync, readFileSync } from 'node:fs';

const CLOSES_ON_EXEC = 0o2000000;
/** Beyond it nobody leaves one open by mistake, and covering them would take longer than the program. */
const HIGHEST = 4096;

/**
 * What stands in the place of descriptors that our own starter left open and a program of ours would inherit, for each
 * from `first` on: `nothing`, an open `/dev/null`, since the word `ignore` only covers the first three. Linux only.
 */
export function coverInherited(first: number, nothing: () => number): readonly number[] {
  let last = first - 1;
  for (const name of descriptors()) {
    const number = Number(name);
    if (number > last && number <= HIGHEST && !closesOnExec(name)) last = number;
  }
  return last < first ? [] : new Array<number>(last + 1 - first).fill(nothing());
}

function descriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function closesOnExec(name: string): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) !== 0;
  } catch {
    return true; // the one by which the folder was read, closed by now
  }
}
