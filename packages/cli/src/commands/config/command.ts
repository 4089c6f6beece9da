import { existsSync } from 'node:fs';
import { configPath, configScopes } from '@hookmd/core/registry';
import type { ConfigScope } from '@hookmd/core/settings';
import { cleanLine } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage, wordOf } from '../../command-line/usage.ts';
import { alignColumns } from '../../ui/output.ts';
import { getSettings } from './get.ts';
import { setSetting } from './set.ts';

const actions = { get: getSettings, set: setSetting, path: showPaths } as const;
const actionNames = ['get', 'set', 'path'] as const;

export const command: Command = {
  name: 'config',
  usage: '[get|set|path] [key] [value]',
  about: 'Show or change settings. Keeps comments and the order of the file.',
  changesTrust: ['set'],
  options: [
    {
      flags: '--scope <user|project>',
      about: 'the file that `set` changes and `path` prints (default: user)',
    },
    { flags: '--unset', about: 'with `set`: remove the setting' },
  ],
  examples: [
    'hooks config get hooks.maxTimeout',
    'hooks config set hooks.concurrency 2',
    'hooks config set package.notify.env.SLACK_URL -   # from standard input',
    `hooks config set 'package."my.hook".mode' --unset`,
    '"$EDITOR" "$(hooks config path --scope user)"',
  ],
  async run(context) {
    const [name = 'get'] = context.words;
    return actions[wordOf(name, actionNames, 'The word after `hooks config`')](context);
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

async function showPaths(context: Context): Promise<ExitCode> {
  if (context.words.length > 1) throw usage('`hooks config path` takes no key', 'Leave it out.');
  const scope: ConfigScope | undefined = context.options.word('scope', ['user', 'project']);
  const places = placesOf(context);
  const files = configScopes
    .filter((configScope) => scope === undefined || configScope === scope)
    .map((item) => {
      const path = configPath(places, item);
      return { scope: item, path, exists: existsSync(path) };
    });
  if (context.isJson) context.print({ schema: 'hookmd.config/1', files });
  else {
    // One path alone where `--scope` names one, so that an editor can be given it.
    const { out } = context;
    const rows = files.map(({ scope: name, path, exists }) =>
      scope === undefined
        ? [name, cleanLine(path), exists ? '' : out.paint('dim', 'not there')]
        : [cleanLine(path)],
    );
    const fit = scope === undefined ? { width: out.width } : {};
    for (const line of alignColumns(rows, fit)) out.line(line);
  }
  return 0;
}
