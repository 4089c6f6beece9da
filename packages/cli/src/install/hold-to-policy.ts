import { resolve } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { isSourceAllowed } from '@hookmd/core/internal/policy/is-source-allowed';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { parseSpec } from './sources/spec.ts';

/** Throws SOURCE_DENIED where the policy of the machine names other places, POLICY_BROKEN where nobody knows what it names. */
export function refuseSource({ policy: { policy, path, issues } }: Survey, spec: string): void {
  if (issues.length > 0) throw new HookError('POLICY_BROKEN', { path }, { exitCode: 1 });
  if (isSourceAllowed(policy, spec)) return;
  const allowed = (policy.sources ?? []).join(', ') || 'nowhere';
  throw new HookError('SOURCE_DENIED', { spec, path, allowed }, { exitCode: 1 });
}

/** A spec in the one spelling that a policy is written in: whatever leads to the same place reads the same. */
export function policySpec(spec: string, cwd: string, home: string): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return spec;
  if (parsed.prefix === 'https') return parsed.url;
  if (parsed.prefix === 'git') return `git:${parsed.url}${parsed.ref === null ? '' : `#${parsed.ref}`}`;
  const path = parsed.path.replace(/^~(?=\/|$)/, home);
  return `file:${resolve(cwd, path)}`;
}
