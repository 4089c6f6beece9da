import { foreignNames } from '../protocols/foreign-names.ts';

/** What a bare executable may answer to `hook`. */
export const executableEvents: readonly string[] = foreignNames
  .filter(({ vocabulary }) => vocabulary === 'kodelet')
  .map(({ name }) => name);

export function isExecutableEvent(text: string): boolean {
  return executableEvents.includes(text);
}
