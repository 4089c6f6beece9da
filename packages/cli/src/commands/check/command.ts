import { hasErrors, type Issue } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { unbuiltIssues } from '../../handlers/build-handler.ts';
import { eligibilityIssues, isRequested, manifestIssues, sortIssues } from '../../hooks/causes.ts';
import { describeProtocol } from '../../hooks/describe.ts';
import { findPackages } from '../../hooks/find-hook.ts';
import { look } from '../../hooks/look.ts';
import { serviceIssues } from '../../hooks/service.ts';
import { severityMark, tick } from '../../hooks/state.ts';
import { hasLock } from '../../install/check-installed.ts';
import { environmentFileHint } from '../../lints/grants.ts';
import { practiceHints } from '../../lints/index.ts';
import { orderLint } from '../../lints/practice.ts';
import { shellScriptIssues } from '../../lints/shell-scripts.ts';
import { showIssues } from '../../ui/issue.ts';
import { wrapUnder } from '../../ui/output.ts';
import { withSpinner } from '../../ui/spinner.ts';

export const command: Command = {
  name: 'check',
  usage: '[...names]',
  about: 'Check manifests, requirements, name conflicts, the lockfile and common mistakes. Runs no hook.',
  options: [{ flags: '--all', about: 'show every problem and every package' }],
  examples: ['hooks check', 'hooks check my-guard --json'],
  async run(context) {
    const seen = await look(context);
    const isAll = context.words.length === 0;
    const targets = isAll
      ? seen.statuses
      : [...new Set(context.words.flatMap((name) => packagesNamed(seen.statuses, name)))];
    const locks = hasLock(seen.places)
      ? (await import('../../install/check-installed.ts')).findLockfileIssues(seen, isAll ? null : targets)
      : [];
    const evaluate = async (status: HookStatus) => {
      const isChecked = !isAll || isRequested(status);
      const ofHandler = isChecked
        ? [...(await shellScriptIssues(status, context, seen)), ...(await unbuiltIssues(status))]
        : [];
      const issues = [
        ...(await manifestIssues(status, { isNamed: !isAll })),
        ...(isChecked ? [...eligibilityIssues(status), ...serviceIssues(status, context.environment)] : []),
        ...ofHandler.filter(({ severity }) => severity !== 'hint'),
        ...locks.filter(({ path }) => path === status.record.manifestPath),
        // Without names they are among the issues of the configuration.
        ...(isAll ? [] : (status.options?.issues ?? [])),
      ];
      return { status, issues, hints: ofHandler.filter(({ severity }) => severity === 'hint') };
    };
    const found = await withSpinner(context, `checking ${counted(targets.length, 'package')}`, () =>
      Promise.all(targets.map(evaluate)),
    );
    const issues = sortIssues([
      ...(isAll ? seen.issues : []),
      ...found.flatMap((item) => item.issues),
      ...locks.filter(({ path }) => !targets.some(({ record }) => record.manifestPath === path)),
    ]);
    const paths = new Set(targets.map(({ record }) => record.manifestPath));
    const order = orderLint(seen.statuses).filter(({ path = '' }) => paths.has(path));
    // Who has no business running is not taught how to run well.
    const practice = targets.filter(({ state }) => state !== 'conflict').flatMap(practiceHints);
    const files = await Promise.all(targets.map((status) => environmentFileHint(status, seen.places)));
    const hints = sortIssues([
      ...practice,
      ...order,
      ...files.flat(),
      ...found.flatMap((item) => item.hints),
    ]);
    const ok = !hasErrors(issues);
    const count = (severity: Issue['severity']): number =>
      issues.filter((issue) => issue.severity === severity).length;
    const counts = {
      packages: targets.length,
      errors: count('error'),
      warnings: count('warning'),
      hints: hints.length,
    };
    if (context.isJson) context.print({ schema: 'hookmd.check/1', ok, counts, issues, hints });
    else showCheck(context, found, issues, hints, counts);
    return ok ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** With those that do not run because another one has the name. */
function packagesNamed(statuses: readonly HookStatus[], name: string): readonly HookStatus[] {
  const conflicting = statuses.filter(({ record }) => record.displacedBy !== null && record.name === name);
  return [...findPackages(statuses, name), ...conflicting];
}

/** As many packages as fit on a few screens. */
const MAX_PACKAGES = 100;

/** Errors, warnings, then hints, each with its location; the packages; the summary on the last line. */
function showCheck(
  context: Context,
  packages: readonly { readonly status: HookStatus; readonly issues: readonly Issue[] }[],
  issues: readonly Issue[],
  hints: readonly Issue[],
  counts: Readonly<Record<'packages' | 'errors' | 'warnings' | 'hints', number>>,
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
