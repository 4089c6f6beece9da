/** The only importer of semver, by subpath: the whole package costs 27 ms to load. */
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';

/** Longer ranges are nobody's intention, and semver's work grows with their length. */
const MAX_RANGE_CHARACTERS = 128;

/** A semantic version as it should be written: `1.2.0`, not `v1.2.0`. */
export function isVersion(text: string): boolean {
  return valid(text) === text.split('+', 1)[0];
}

export function isVersionRange(text: string): boolean {
  return text.length <= MAX_RANGE_CHARACTERS && validRange(text) !== null;
}

/** Pre-releases of a version count as inside: a machine that runs `22.0.0-rc.1` has it. */
export function isInRange(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}
