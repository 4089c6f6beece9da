import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { partPaths } from '@hookmd/core/hook-index';
import { countByProject, enablementPath } from '@hookmd/core/registry';
import { forgetLastGood, lastGoodPath } from '@hookmd/core/settings';
import { type Approval, listApprovals, removeApproval } from '@hookmd/core/trust';

/** A project whose directory is gone, and its approvals and settings. */
export interface GoneProject {
  readonly projectDir: string;
  readonly approvals: readonly Approval[];
  /** How many hooks were switched on or off there. */
  readonly enablements: number;
}

/**
 * Projects with approvals or enablements whose directory is gone. Where the parent is gone too, the disk may not be mounted:
 * such a project is left. Changes nothing.
 */
export function findGoneProjects(stateDir: string): readonly GoneProject[] {
  const { approvals } = listApprovals(stateDir, { setsAside: false });
  const byProject = new Map<string, Approval[]>();
  for (const approval of approvals.filter(({ source }) => source === 'project')) {
    const projectDir = dirname(dirname(approval.root));
    byProject.set(projectDir, [...(byProject.get(projectDir) ?? []), approval]);
  }
  const enablements = countByProject(stateDir);
  return [...new Set([...byProject.keys(), ...enablements.keys()])]
    .filter((projectDir) => !existsSync(projectDir) && existsSync(dirname(projectDir)))
    .map((projectDir) => ({
      projectDir,
      approvals: byProject.get(projectDir) ?? [],
      enablements: enablements.get(projectDir) ?? 0,
    }));
}

/** Removes the approvals, enablements, hook index and cached settings of a project. Throws STATE_NOT_WRITABLE. */
export function forgetProject(stateDir: string, { projectDir, approvals }: GoneProject): void {
  for (const approval of approvals) removeApproval(stateDir, approval);
  rmSync(dirname(enablementPath(stateDir, '', projectDir)), { recursive: true, force: true });
  rmSync(partPaths(stateDir, projectDir).project, { force: true });
  forgetLastGood(lastGoodPath(stateDir, join(projectDir, '.hookmd', 'config.yaml')));
}
