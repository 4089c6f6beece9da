import { join } from 'node:path';
import { didYouMean, HookError } from '@hookmd/core/errors';
import { type EventName, eventNames, isEventName } from '@hookmd/core/events';
import { isPackageName, quote } from '@hookmd/core/manifest';
import { findForeignName } from '@hookmd/core/protocols';
import { readInventory } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { alignColumns } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import { langNames } from './languages.ts';
import { isBlockable, scaffoldPackage } from './scaffold.ts';
import { writePackage } from './write-package.ts';

export const command: Command = {
  name: 'new',
  usage: '<name>',
  about: 'Write a new hook package: manifest, handler and test cases. It is not switched on.',
  options: [
    { flags: '--event <event>', about: 'the event it runs for (default PreToolUse)' },
    { flags: '--lang <lang>', about: `${langNames.join(', ')} (default sh)` },
    { flags: '--guard', about: 'it blocks; without it, it only watches' },
    {
      flags: '--scope <scope>',
      about: 'user: in every project (default); project: in this one, to be committed',
    },
  ],
  examples: ['hooks new no-force-push --guard', 'hooks new log-prompts --event UserPromptSubmit --lang js'],
  async run(context) {
    const { options } = context;
    const name = nameOf(context);
    const event = eventOf(options.text('event') ?? 'PreToolUse');
    const lang = options.word('lang', langNames) ?? 'sh';
    const scope = options.word('scope', ['project', 'user']) ?? 'user';
    const isGuard = options.has('guard');
    if (isGuard && !isBlockable(event)) {
      const events = eventNames.filter(isBlockable).join(', ');
      throw new HookError('EVENT_NOT_BLOCKABLE', { event, events });
    }
    const places = placesOf(context);
    const { statuses } = await readInventory(places, context.environment);
    const namesakes = statuses.filter(({ record }) => record.name === name && !record.isVanished);
    const taken = namesakes.find(({ record }) => record.root.source === scope);
    if (taken !== undefined) throw new HookError('HOOK_EXISTS', { path: taken.record.path }, { exitCode: 1 });
    const root = scope === 'project' ? join(places.projectDir, '.hookmd') : places.userDir;
    const dir = join(root, 'hooks', name);
    const files = scaffoldPackage({ name, event, lang, isGuard });
    writePackage(dir, files);
    const qualifiedName = `${scope}/${name}`;
    // A plain name that others have too may mean theirs.
    const output = `${namesakes.length > 0 ? qualifiedName : name}${placeWords(context)}`;
    const [test, enable, info] = ['test', 'enable', 'info'].map((command) => `hooks ${command} ${output}`);
    const made = { name, qualifiedName, event, lang, guard: isGuard, dir, files: Object.keys(files) };
    if (context.isJson) {
      context.print({ schema: 'hookmd.new/1', ...made, next: [test, enable, info] });
      return 0;
    }
    const { out } = context;
    for (const file of made.files)
      out.line(`${out.paint('green', 'wrote')} ${shortPath(join(dir, file), context)}`);
    out.line();
    const rows = [
      [out.paint('cyan', test ?? ''), 'run its cases'],
      [out.paint('cyan', enable ?? ''), 'approve and enable it'],
      [out.paint('cyan', info ?? ''), 'does it run, and why not'],
    ];
    for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function nameOf({ words }: Context): string {
  const [name = ''] = words;
  if (isPackageName(name)) return name;
  throw new HookError('PACKAGE_NAME', { name: quote(name) });
}

/** A new package uses HookMD's event names; a name of another system is replaced by the matching one. */
function eventOf(name: string): EventName {
  if (isEventName(name)) return name;
  const [canonical] = findForeignName(name)?.events ?? [];
  const suggestion = canonical === undefined ? didYouMean(name, eventNames) : `Here it is "${canonical}". `;
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion });
}

/** Notes that are printed with the new package. */
function placeWords({ options }: Context): string {
  const given = ['home', 'state', 'project'].flatMap((name) =>
    options.texts(name).map((value) => ` --${name} ${quoteWord(value)}`),
  );
  return given.join('');
}
