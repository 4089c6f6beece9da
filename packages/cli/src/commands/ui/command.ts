import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { openPageServer, type PageServer } from './page-server.ts';

export const command: Command = {
  name: 'ui',
  usage: '',
  about:
    'Serve a page that shows events, hooks, agents and past calls as they are. Only this machine can read it, and it changes nothing.',
  options: [],
  examples: ['hooks ui', 'hooks ui --project ~/code/app'],
  async run(context) {
    // Where the machine is busy, events come first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const server = await openPageServer(context);
    const interrupt = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupt.abort());
    printLink(context, server);
    context.err.line(
      context.mayPrompt
        ? 'A link opens one page. Press Enter for another link, Ctrl-C to stop.'
        : 'A link opens one page. Press Ctrl-C to stop.',
    );
    const lines = context.mayPrompt ? createInterface({ input: process.stdin }) : null;
    lines?.on('line', () => printLink(context, server));
    await once(interrupt.signal, 'abort');
    lines?.close();
    await server.close();
    return 130;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function printLink(context: Context, server: PageServer): void {
  const link = server.newLink();
  if (context.isJson) context.print({ schema: 'hookmd.ui/1', link });
  else context.out.line(`Open ${link}`);
}
