import { join } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { readJournal } from '@hookmd/core/internal/journal/read';
import type { Command, ExitStatus } from '../command.ts';
import { placesOf } from '../context.ts';
import { runCommand } from '../run-command.ts';
import { showTrace } from '../views/trace.ts';

export const command: Command = {
  name: 'trace',
  usage: '[id]',
  about: 'One dispatch: every hook that was asked, or why it was not.',
  options: [{ flags: '--last', about: 'the latest dispatch (the default)' }],
  examples: ['hooks trace --last', 'hooks trace 4bf9'],
  async run(context) {
    const [id] = context.words;
    const journal = join(placesOf(context).stateDir, 'journal');
    const { records } = readJournal(journal, id === undefined ? { last: 1 } : { traceId: id, last: 1 });
    const record = records[0];
    if (record === undefined) {
      const fix =
        id === undefined ? '`hooks run EVENT` dispatches one.' : '`hooks trace --last` shows the latest.';
      throw new HookError('TRACE_NOT_FOUND', { name: id ?? 'yet', fix }, { exitCode: 1 });
    }
    if (context.isJson) context.print(record);
    else showTrace(context, record);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);
