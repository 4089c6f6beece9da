import { matchText } from '../matching/glob.ts';
import type { Policy } from './policy.ts';

/**
 * Whether a package may be installed from a spec such as `npm:@acme/guard@1.2.0`. In time linear in spec and glob.
 *
 * A glob says which package; one without a version means every version. A prefix alone (`file:`) means all behind it.
 */
export function isSourceAllowed({ sources }: Policy, spec: string): boolean {
  if (sources === null) return true;
  const spellings = [spec, withoutVersion(spec)];
  return sources.some((glob) =>
    glob.endsWith(':') ? spec.startsWith(glob) : spellings.some((one) => matchText(glob, one)),
  );
}

function withoutVersion(spec: string): string {
  const start = spec.startsWith('npm:') ? spec.indexOf('@', 'npm:@'.length) : spec.indexOf('#');
  return start < 0 ? spec : spec.slice(0, start);
}
