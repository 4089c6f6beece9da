import { realpathSync, type Stats, statSync } from 'node:fs';
import { type Issue, issue } from '@hookmd/core/errors';
import { rootCandidates } from '@hookmd/core/manifest';
import { definitionKinds } from '@hookmd/core/registry';
import { findPullProblem, NO_STAMP, type Policy } from '@hookmd/core/settings';
import { findProgram, HOOKMD_VERSION } from '@hookmd/core/system';
import { counted, quoteWord } from '@hookmd/core/text';

import type { Check } from './check.ts';
import { issuesOf } from './packages.ts';

const MIN_NODE = [20, 19] as const;

/** The version of Node, and whether the `hooks` on the PATH is this one. */
export const version: Check = ({ environment }) => {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isOld = major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
  const path = quoteWord(realPath(process.argv[1] ?? ''));
  const found = findProgram('hooks', environment['PATH'] ?? '');
  return {
    summary: `HookMD ${HOOKMD_VERSION}, Node ${node}, ${process.platform}`,
    findings: [
      ...(isOld ? [issue('NODE_TOO_OLD', { found: node, want: `${MIN_NODE.join('.')} or newer` })] : []),
      ...(found === null ? [issue('HOOKS_NOT_ON_PATH', { path })] : []),
      ...(found !== null && quoteWord(realPath(found)) !== path
        ? [issue('HOOKS_OTHER_ON_PATH', { found, path }, { path: found })]
        : []),
    ],
  };
};

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The administrator's policy. */
export const policy: Check = ({ inventory }) => {
  const { stamp, issues, path, policy: required } = inventory.policy;
  const notPulled = findPullProblem(inventory.places.managedDir);
  const findings = [...issuesOf('policy', inventory), ...(notPulled === null ? [] : [notPulled])];
  if (stamp === NO_STAMP) return { summary: 'none', findings };
  if (issues.length > 0) return { summary: `${path} is not followed`, findings };
  return { summary: `${path}: ${partsOf(required).join(', ') || 'requires nothing'}`, findings };
};

function partsOf(policy: Policy): readonly string[] {
  const { required, denied, sources, minimumReleaseAgeMs, privateNetworks, fleet, ...flags } = policy;
  return [
    ...(required.length > 0 ? [`${required.length} required`] : []),
    ...(denied.length > 0 ? [`${denied.length} denied`] : []),
    ...(sources === null ? [] : [counted(sources.length, 'allowed source')]),
    ...(minimumReleaseAgeMs > 0 ? ['a minimum release age'] : []),
    ...(flags.blocksOnFailure ? ['every failure blocks'] : []),
    ...(flags.isolates ? ['isolation'] : []),
    ...(flags.managedOnly ? ['managed hooks only'] : []),
    ...(privateNetworks.length > 0 ? [counted(privateNetworks.length, 'private network')] : []),
    ...(fleet === null ? [] : ['a fleet']),
  ];
}

/** Each hooks directory: how many packages are in it, and whether other users can write it. */
export const hooksDirectories: Check = ({ inventory }) => {
  const counts = new Map<string, Map<string, number>>();
  const findings: Issue[] = [...issuesOf('roots', inventory)];
  const seen = new Set<string>();
  for (const { kind, source, dir } of rootCandidates(inventory.places)) {
    const stats = statsOf(dir);
    if (stats === null) continue;
    const inside = inventory.statuses.filter(
      ({ record: { root } }) => root.dir === dir && root.kind === kind,
    );
    // One directory may be in two roles.
    if (seen.has(dir) && inside.length === 0) continue;
    const ofSource = counts.get(source) ?? new Map<string, number>();
    const { noun } = definitionKinds[kind];
    counts.set(source, ofSource.set(noun, (ofSource.get(noun) ?? 0) + inside.length));
    // The inventory validates managed directories, more strictly.
    if (source !== 'managed' && !seen.has(dir))
      findings.push(...writableByOthers(dir, stats.uid, stats.mode));
    seen.add(dir);
  }
  const parts = [...counts].map(([source, ofSource]) => `${source} ${countsText(ofSource)}`);
  const total = inventory.statuses.length;
  return {
    summary: `${counted(total, 'package')}: ${parts.join(', ') || 'there is no hooks directory'}`,
    findings,
  };
};

/** `2 and 1 settings entry`: packages without a noun, and only what there is. */
function countsText(counts: ReadonlyMap<string, number>): string {
  const some = [...counts].filter(([, count]) => count > 0);
  const texts = some.map(([noun, count]) =>
    noun === definitionKinds.packages.noun ? `${count}` : counted(count, noun),
  );
  return texts.join(' and ') || '0';
}

/** The inventory reports what it cannot read. */
function statsOf(dir: string): Stats | null {
  try {
    return statSync(dir);
  } catch {
    return null;
  }
}

function writableByOthers(path: string, uid: number, mode: number): readonly Issue[] {
  const isForeign = ![0, process.geteuid?.() ?? uid].includes(uid);
  if (!isForeign && (mode & 0o022) === 0) return [];
  const detail = isForeign ? 'it belongs to another user' : 'its mode lets others write';
  return [issue('ROOT_WRITABLE', { detail, path: quoteWord(path) }, { path })];
}
