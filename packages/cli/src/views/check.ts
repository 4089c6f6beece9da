import type { Issue } from '@hookmd/core/internal/errors/issue';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { HookStatus } from '@hookmd/core/internal/registry/status';
import type { Context } from '../context.ts';
import { describeConvention } from './describe.ts';
import { issueLines } from './issue.ts';
import { tick } from './state.ts';

export interface CheckCounts {
  readonly packages: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Every issue with its place, then the verdict on the last line. */
export function showCheck(
  context: Context,
  targets: readonly HookStatus[],
  issues: readonly Issue[],
  counts: CheckCounts,
): void {
  const { out } = context;
  for (const issue of issues) {
    for (const line of issueLines(out, issue, context.cwd)) out.line(line);
    out.line();
  }
  for (const { record } of targets) {
    const own = issues.filter((one) => isOf(one, record));
    const mark = own.some((one) => one.severity === 'error')
      ? tick(out, false)
      : own.length > 0
        ? out.paint('yellow', '!')
        : tick(out, true);
    const how = record.manifest === null ? 'its manifest has errors' : describeConvention(record.manifest);
    out.line(`${mark} ${cleanLine(record.qualifiedName)}  ${out.paint('dim', how)}`);
  }
  const fine = targets.filter(({ record }) => !issues.some((one) => isOf(one, record))).length;
  const verdict =
    counts.errors === 0 && counts.warnings === 0
      ? 'no problems'
      : `${counted(counts.errors, 'error')}, ${counted(counts.warnings, 'warning')}`;
  out.line(
    `${tick(out, counts.errors === 0)} ${counted(counts.packages, 'package')}, ${fine} without a remark: ${verdict}`,
  );
}

function isOf({ path }: Issue, { dir }: HookStatus['record']): boolean {
  return path !== undefined && (path === dir || path.startsWith(`${dir}/`));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
