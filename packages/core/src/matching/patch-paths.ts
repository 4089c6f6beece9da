const HEADERS = ['*** add file:', '*** update file:', '*** delete file:', '*** move to:'] as const;

/**
 * Every path that a patch in the `*** Begin Patch` language names, in order, each once.
 *
 * As tolerant as the tools that apply it: blanks around a header and its letter case do not matter.
 * So a context line that reads like a header counts too, which only makes a guard look more often.
 */
export function patchPaths(patch: string): string[] {
  const paths = new Set<string>();
  for (const line of patch.split(/[\r\n]+/)) {
    const trimmed = line.trim();
    if (!trimmed.startsWith('***')) continue;
    const start = trimmed.slice(0, 20).toLowerCase();
    const header = HEADERS.find((each) => start.startsWith(each));
    if (header === undefined) continue;
    const path = trimmed.slice(header.length).trim();
    if (path !== '') paths.add(path);
  }
  return [...paths];
}
