import { HookError } from '@hookmd/core/errors';
import { quoteWord } from '@hookmd/core/text';
import { rejectLinked } from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { compareWithApproved } from '../../diff/compare-package.ts';
import { showDiff } from '../../diff/view.ts';
import { findTargets, ownerName } from '../../hooks/find-hook.ts';
import { look } from '../../hooks/look.ts';

export const command: Command = {
  name: 'diff',
  usage: '<name>',
  about:
    'Show what changed in a hook since you approved it: its behavior, then its files. Exits with 1 if something changed.',
  options: [],
  offers: { name: { kind: 'hooks', states: ['changed'] } },
  examples: ['hooks diff guard'],
  async run(context) {
    const seen = await look(context);
    // All hooks of a plugin have its files.
    const [status, ...rest] = findTargets(seen.statuses, context.words.slice(0, 1));
    const { record, approval } = status;
    rejectLinked(status);
    if (approval === null) {
      throw new HookError('NOT_APPROVED', { name: record.name }, { exitCode: 1 });
    }
    const difference = await compareWithApproved(status, seen.places.stateDir);
    if (difference.approved === null) {
      throw new HookError('STORE_DAMAGED', { name: quoteWord(record.qualifiedName) }, { exitCode: 1 });
    }
    const name = rest.length === 0 ? record.qualifiedName : ownerName(record);
    if (context.isJson) context.print({ schema: 'hookmd.diff/1', name, ...difference });
    else showDiff(context, status, difference);
    return difference.files.length === 0 && difference.problems.length === 0 ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
