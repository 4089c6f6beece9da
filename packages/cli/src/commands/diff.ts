import { join } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { storedPath } from '@hookmd/core/internal/trust/stored-path';
import type { Command, ExitStatus } from '../command.ts';
import { findHook } from '../find-hook.ts';
import { look } from '../look.ts';
import { compareWithApproved } from '../package-diff.ts';
import { runCommand } from '../run-command.ts';
import { showDiff } from '../views/diff.ts';

export const command: Command = {
  name: 'diff',
  usage: '<name>',
  about: 'What changed in a hook since it was approved. Exit 1 where something did.',
  options: [],
  offers: { name: { kind: 'hooks', states: ['changed'] } },
  examples: ['hooks diff guard'],
  async run(context) {
    const seen = await look(context);
    const { record, approval } = findHook(seen.statuses, context.words[0] ?? '');
    if (approval === null) {
      throw new HookError('NOT_APPROVED', { name: record.name }, { exitCode: 1 });
    }
    const approvedDir = storedPath(join(seen.places.stateDir, 'store'), approval.digest);
    const changes = await compareWithApproved(approvedDir, record);
    const facts = { name: record.qualifiedName, approved: approval.digest, now: record.digest };
    if (context.isJson) context.print({ schema: 'hookmd.diff/1', ...facts, files: changes });
    else showDiff(context, { ...facts, isVanished: record.isVanished }, changes);
    return changes.length === 0 ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);
