import { type Issue, issue } from '@hookmd/core/errors';
import { permits } from '@hookmd/core/events';
import { protocols } from '@hookmd/core/protocols';
import type { Linted } from './lint.ts';
import { placeOf, programTexts } from './scripts.ts';

const EXIT_ONE = /^[^#]*(?:\bexit 1\b|\bexit\(1\)|\bexitCode = 1\b)/;
/** A handler with another way to block means a failure by `exit 1`. */
const OTHER_NO =
  /\bexit 2\b|\bexit\(2\)|\bexitCode = 2\b|permissionDecision|["']decision\\?["']|\bblock\(|\bdeny\(/;

/** `exit 1` in a guard that has no other way to block: a failure in this protocol, not a block (F14). */
export function exitOneLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  if (manifest.onFailure === 'block' || manifest.observe !== 'no') return [];
  const { id, blockingExit } = protocols[manifest.protocol];
  const mayBlock = manifest.events.some(({ events }) => events.some((event) => permits(event, 'block')));
  if (blockingExit === null || blockingExit === 1 || !mayBlock) return [];
  const texts = programTexts(linted);
  if (texts.some((text) => placeOf(text, OTHER_NO) !== null)) return [];
  return texts.flatMap((text) => {
    const location = placeOf(text, EXIT_ONE);
    return location === null
      ? []
      : [issue('EXIT_ONE_DOES_NOT_BLOCK', { protocol: id, blocking: blockingExit }, location)];
  });
}
