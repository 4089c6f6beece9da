import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { look } from '../../hooks/look.ts';
import { sourceOptions } from '../../install/fetch-package.ts';
import { withSession } from '../../install/staging.ts';
import { showSearch } from './view.ts';

export const command: Command = {
  name: 'search',
  usage: '[...words]',
  about:
    'Find hook packages on npm, in your marketplaces and among the bundled hooks, with their hooks and events. Runs nothing of them.',
  options: sourceOptions,
  examples: ['hooks search secrets', 'hooks search format python', 'hooks search --json'],
  async run(context) {
    const { words } = context;
    // The same bundle as for the offer of `hooks install`.
    const { searchPackages } = await import('../../search/search-packages.ts');
    const result = await withSession(context, await look(context), (session) =>
      searchPackages(session, words),
    );
    const { sources, packages } = result;
    if (context.isJson) context.print({ schema: 'hookmd.search/1', words, sources, packages });
    else showSearch(context, result);
    return packages.length === 0 ? 1 : 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
