import { hasErrors, type Issue } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { eligibilityIssues, isRequested, manifestIssues, sortIssues } from '../../hooks/causes.ts';
import { findPackages } from '../../hooks/find-hook.ts';
import { look } from '../../hooks/look.ts';
import { hasLock } from '../../install/check-installed.ts';
import { serviceIssues } from '../../lints/http-service.ts';
import { practiceHints } from '../../lints/index.ts';
import { orderLint } from '../../lints/order.ts';
import { showCheck } from './view.ts';

export const command: Command = {
  name: 'check',
  usage: '[...names]',
  about:
    'Is every package fine? Manifests, name conflicts, eligibility, hooks.lock, common mistakes. Executes nothing.',
  options: [{ flags: '--all', about: 'show everything, however many problems and packages there are' }],
  examples: ['hooks check', 'hooks check my-guard --json'],
  async run(context) {
    const seen = await look(context);
    const isAll = context.words.length === 0;
    const targets = isAll
      ? seen.statuses
      : context.words.flatMap((name) => findPackages(seen.statuses, name));
    const locks = hasLock(seen.places)
      ? (await import('../../install/check-installed.ts')).findLockfileIssues(seen, isAll ? null : targets)
      : [];
    const evaluate = async (status: HookStatus) => ({
      status,
      issues: [
        ...(await manifestIssues(status, { isNamed: !isAll })),
        ...(isAll && !isRequested(status)
          ? []
          : [...eligibilityIssues(status), ...serviceIssues(status, context.environment)]),
        ...locks.filter(({ path }) => path === status.record.manifestPath),
        // Without names they are among the issues of the configuration.
        ...(isAll ? [] : (status.options?.issues ?? [])),
      ],
    });
    const found = await Promise.all(targets.map(evaluate));
    const issues = sortIssues([
      ...(isAll ? seen.issues : []),
      ...found.flatMap((item) => item.issues),
      ...locks.filter(({ path }) => !targets.some(({ record }) => record.manifestPath === path)),
    ]);
    const paths = new Set(targets.map(({ record }) => record.manifestPath));
    const order = orderLint(seen.statuses).filter(({ path = '' }) => paths.has(path));
    // Who has no business running is not taught how to run well.
    const practice = targets.filter(({ state }) => state !== 'conflict').flatMap(practiceHints);
    const hints = sortIssues([...practice, ...order]);
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
    else showCheck(context, found, { issues, hints, counts });
    return ok ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
