import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { partPaths } from '@hookmd/core/internal/registry/active-set-file';
import { enablementPath } from '@hookmd/core/internal/registry/enablement';
import { type Approval, listApprovals, removeApproval } from '@hookmd/core/internal/trust/approval';

/** A project whose folder is not there any more, and what was approved for it. */
export interface GoneProject {
  readonly projectDir: string;
  readonly approvals: readonly Approval[];
}

/**
 * Projects with approvals whose folder is gone. One whose parent is gone too may lie on a disk that is not there today:
 * it is left. Only looks.
 */
export function findGoneProjects(stateDir: string): readonly GoneProject[] {
  const { approvals } = listApprovals(stateDir, { setsAside: false });
  const byProject = new Map<string, Approval[]>();
  for (const one of approvals.filter(({ source }) => source === 'project')) {
    const projectDir = dirname(dirname(one.root));
    byProject.set(projectDir, [...(byProject.get(projectDir) ?? []), one]);
  }
  return [...byProject]
    .filter(([projectDir]) => !existsSync(projectDir) && existsSync(dirname(projectDir)))
    .map(([projectDir, own]) => ({ projectDir, approvals: own }));
}

/** Forgets what was approved, switched and compiled for a project. Throws STATE_NOT_WRITABLE. */
export function forgetProject(stateDir: string, { projectDir, approvals }: GoneProject): void {
  for (const one of approvals) removeApproval(stateDir, one);
  rmSync(dirname(enablementPath(stateDir, '', projectDir)), { recursive: true, force: true });
  rmSync(partPaths(stateDir, projectDir).project, { force: true });
}
