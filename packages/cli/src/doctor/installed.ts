import { hasLock } from '../install/leftovers.ts';
import type { Section } from './section.ts';

/** Whether what is installed is what hooks.lock says, and nothing is half done. */
export const installed: Section = ({ seen, installed: findings }) => ({
  summary:
    findings.length > 0
      ? `${findings.length} found`
      : hasLock(seen.places)
        ? 'as hooks.lock says'
        : 'no hooks.lock',
  findings,
});
