import { hasErrors, type Issue } from '@hookmd/core/internal/errors/issue';
import type { HookStatus } from '@hookmd/core/internal/registry/status';
import type { Command, ExitStatus } from '../command.ts';
import { findHooks } from '../find-hook.ts';
import { lintPackage } from '../lints.ts';
import { look } from '../look.ts';
import { runCommand } from '../run-command.ts';
import { showCheck } from '../views/check.ts';

export const command: Command = {
  name: 'check',
  usage: '[...names]',
  about: 'Is every package fine? Manifests, shadowing, eligibility, common mistakes. Executes nothing.',
  options: [],
  examples: ['hooks check', 'hooks check my-guard --json'],
  async run(context) {
    const seen = await look(context);
    const isAll = context.words.length === 0;
    const targets = isAll ? seen.statuses : context.words.flatMap((name) => findHooks(seen.statuses, name));
    const issues = sortIssues([...(isAll ? seen.issues : []), ...targets.flatMap(issuesOf)]);
    const ok = !hasErrors(issues);
    const counts = {
      packages: targets.length,
      errors: issues.filter((one) => one.severity === 'error').length,
      warnings: issues.filter((one) => one.severity === 'warning').length,
    };
    if (context.isJson) context.print({ schema: 'hookmd.check/1', ok, counts, issues });
    else showCheck(context, targets, issues, counts);
    return ok ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);

/** What is wrong with a package, and why it cannot run on this machine. That nobody approved it is no fault. */
function issuesOf(status: HookStatus): readonly Issue[] {
  const { record, reasons, isEnabled } = status;
  const path = record.manifestPath;
  const ineligible = reasons
    .filter(
      ({ code }) =>
        code.startsWith('ELIGIBILITY_') || code === 'HANDLER_NOT_RUNNABLE' || code === 'MODE_NOT_BUILT',
    )
    .map(
      (reason) =>
        ({
          ...reason,
          code: reason.code as Issue['code'],
          severity: isEnabled ? 'error' : 'warning',
          path,
        }) satisfies Issue,
    );
  return [...record.issues, ...ineligible, ...lintPackage(status)];
}

function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const key = ({ path = '', line = 0 }: Issue): string => `${path}\0${String(line).padStart(8, '0')}`;
  return [...issues].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
