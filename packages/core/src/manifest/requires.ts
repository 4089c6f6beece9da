import { describeFound, quote } from './describe-value.ts';
import type { IssueList } from './issue-list.ts';
import { manifestKeys, type RawManifest, type RawRequires } from './keys.ts';
import type { Requires } from './manifest.ts';
import { isVariableName } from './name.ts';
import type { KeyPath } from './text-place.ts';
import { isVersionRange } from './version-range.ts';

/** Names people use, and Node's name for the same. */
const platformNames: Readonly<Record<string, string>> = { macos: 'darwin', osx: 'darwin', windows: 'win32' };
const archNames: Readonly<Record<string, string>> = { x86_64: 'x64', amd64: 'x64', aarch64: 'arm64' };

/** Reads `requires`, with the platform's names as Node spells them. Source: features.md A9 to A11. */
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
    refuse(`requires.${key}[${index}]`, quote(name), 'it is empty', ['requires', key, index], issues);
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
    refuse(`${path.join('.')}[${index}]`, quote(name), detail, [...path, index], issues);
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
  refuse(`requires.${key}`, found, 'it is not a range of versions', ['requires', key], issues);
  return null;
}

function refuse(key: string, found: string, detail: string, path: KeyPath, issues: IssueList): void {
  const row = key.startsWith('env') ? manifestKeys.env : manifestKeys.requires;
  issues.add('MANIFEST_VALUE', { key, found, detail, example: row.example }, path);
}
