import type { Issue } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { describeProtocol } from '../../hooks/describe.ts';
import { severityMark, tick } from '../../hooks/state.ts';
import { counted } from '../../ui/counted.ts';
import { showIssues } from '../../ui/issue.ts';
import { wrapUnder } from '../../ui/output.ts';

interface Checked {
  readonly issues: readonly Issue[];
  readonly hints: readonly Issue[];
  readonly counts: {
    readonly packages: number;
    readonly errors: number;
    readonly warnings: number;
    readonly hints: number;
  };
}

/** As many packages as fit on a few screens. */
const MAX_PACKAGES = 100;

/** Errors, warnings, then hints, each with its location; the packages; the summary on the last line. */
export function showCheck(
  context: Context,
  packages: readonly { readonly status: HookStatus; readonly issues: readonly Issue[] }[],
  { issues, hints, counts }: Checked,
): void {
  const { out } = context;
  const limit = context.options.has('all') ? packages.length : MAX_PACKAGES;
  showIssues(context, issues);
  showIssues(context, hints);
  const lines = packages.slice(0, limit).map(({ status: { record }, issues: ownIssues }) => {
    const how = record.manifest === null ? 'its manifest has errors' : describeProtocol(record.manifest);
    const line = `${severityMark(out, record.manifest === null ? 'error' : worstOf(ownIssues))} ${cleanLine(record.qualifiedName)}  ${out.paint('dim', how)}`;
    return wrapUnder(line, out.width, '  ');
  });
  const more = packages.length - lines.length;
  if (more > 0) lines.push(`  … and ${counted(more, 'more package')}: \`--all\` shows them`);
  const fine = packages.filter((item) => item.issues.length === 0).length;
  const output = [
    ...(counts.errors + counts.warnings === 0
      ? ['no problems']
      : [counted(counts.errors, 'error'), counted(counts.warnings, 'warning')]),
    ...(counts.hints === 0 ? [] : [counted(counts.hints, 'hint')]),
  ];
  const decision = `${tick(out, counts.errors === 0)} ${counted(counts.packages, 'package')}, ${fine} without a remark: ${output.join(', ')}`;
  lines.push(wrapUnder(decision, out.width, '  '));
  out.line(lines.join('\n'));
}

function worstOf(issues: readonly Issue[]): Issue['severity'] | 'ok' {
  const severities = ['error', 'warning', 'hint'] as const;
  return severities.find((item) => issues.some(({ severity }) => severity === item)) ?? 'ok';
}
