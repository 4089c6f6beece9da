// By subpath: the whole package costs 27 ms to load.
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import { describeFound, type IssueList, type KeyPath, quote } from '../yaml/issue-list.ts';
import { isVariableName, manifestKeys, type RawManifest, type RawRequires } from './keys.ts';
import type { Requires } from './manifest.ts';

/** Names people use, and Node's name for the same. */
const platformNames: Readonly<Record<string, string>> = { macos: 'darwin', osx: 'darwin', windows: 'win32' };
const archNames: Readonly<Record<string, string>> = { x86_64: 'x64', amd64: 'x64', aarch64: 'arm64' };

/** Parses `requires`, with platform names as Node spells them (A9 to A11). */
export function readRequires(given: RawRequires, issues: IssueList): Requires {
  return {
    os: rename(readNames('os', given.os, issues), platformNames),
    arch: rename(readNames('arch', given.arch, issues), archNames),
    bins: readNames('bins', given.bins, issues),
    anyBins: readNames('anyBins', given.anyBins, issues),
    env: readVariables(given.env, ['requires', 'env'], issues),
    node: readRange('node', given.node, issues),
    hookmd: readRange('hookmd', given.hookmd, issues),
  };
}

/** Reads `env`: further variables that are passed. */
export function readEnv(raw: Partial<RawManifest>, issues: IssueList): readonly string[] {
  return readVariables(raw.env, ['env'], issues);
}

function readNames(
  key: 'os' | 'arch' | 'bins' | 'anyBins',
  names: readonly string[] = [],
  issues: IssueList,
): readonly string[] {
  for (const [index, name] of names.entries()) {
    if (name.trim() !== '' && !name.includes('\0')) continue;
    reject(`requires.${key}[${index}]`, quote(name), 'it is empty', ['requires', key, index], issues);
  }
  return [...new Set(names.map((name) => name.trim()))];
}

function rename(names: readonly string[], known: Readonly<Record<string, string>>): readonly string[] {
  const lower = names.map((name) => name.toLowerCase());
  return [...new Set(lower.map((name) => (Object.hasOwn(known, name) ? (known[name] ?? name) : name)))];
}

function readVariables(names: readonly string[] = [], path: KeyPath, issues: IssueList): readonly string[] {
  for (const [index, name] of names.entries()) {
    if (isVariableName(name)) continue;
    const detail = 'a variable is named with letters, digits and underscores';
    reject(`${path.join('.')}[${index}]`, quote(name), detail, [...path, index], issues);
  }
  return [...new Set(names)];
}

function readRange(
  key: 'node' | 'hookmd',
  range: string | number | undefined,
  issues: IssueList,
): string | null {
  if (range === undefined) return null;
  const text = String(range);
  if (text.trim() !== '' && isVersionRange(text)) return text;
  const found = typeof range === 'string' ? quote(range) : describeFound(range);
  reject(`requires.${key}`, found, 'it is not a range of versions', ['requires', key], issues);
  return null;
}

function reject(key: string, found: string, detail: string, path: KeyPath, issues: IssueList): void {
  const row = key.startsWith('env') ? manifestKeys.env : manifestKeys.requires;
  issues.add('MANIFEST_VALUE', { key, found, detail, example: row.example }, path);
}

/** Longer ranges are never intended, and semver's work grows with their length. */
const MAX_RANGE_CHARACTERS = 128;

/** A semantic version as it should be written: `1.2.0`, not `v1.2.0`. */
export function isVersion(text: string): boolean {
  return valid(text) === text.split('+', 1)[0];
}

/** Whether a string is a version range of semver. */
export function isVersionRange(text: string): boolean {
  return text.length <= MAX_RANGE_CHARACTERS && validRange(text) !== null;
}

/** Pre-releases of a version count as inside: a machine that runs `22.0.0-rc.1` has it. */
export function isInRange(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}
