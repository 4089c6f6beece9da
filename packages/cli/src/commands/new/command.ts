import { join, relative, resolve } from 'node:path';
import { didYouMean, HookError } from '@hookmd/core/errors';
import { type EventName, eventNames, isEventName } from '@hookmd/core/events';
import { isPackageName, quote } from '@hookmd/core/manifest';
import { findForeignName } from '@hookmd/core/protocols';
import { readInventory } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { alignColumns } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';
import { langNames } from './languages.ts';
import { isBlockable, type ScaffoldSpec, scaffoldPackage } from './scaffold.ts';
import { SDK_TYPES, writeSdkTypes } from './sdk-types.ts';
import { writePackage } from './write-package.ts';

export const command: Command = {
  name: 'new',
  usage: '<name>',
  about: 'Create a hook package: manifest, handler and test cases. Enable it with `hooks enable`.',
  options: [
    { flags: '--event <event>', about: 'the event it listens to (default PreToolUse)' },
    { flags: '--lang <lang>', about: `language of the handler: ${langNames.join(', ')} (default sh)` },
    { flags: '--guard', about: 'create a guard, which can block (default: only observe)' },
    {
      flags: '--scope <scope>',
      about: 'user: for you (default); project: for this project, to commit',
    },
    { flags: '--dir <dir>', about: 'create it in DIR, as a package to publish on npm' },
  ],
  examples: [
    'hooks new no-force-push --guard',
    'hooks new log-prompts --event UserPromptSubmit --lang js',
    'hooks new guard --guard --dir .',
  ],
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
    const spec = { name, event, lang, isGuard };
    const { dir, files, ...rest } = options.has('dir')
      ? writeForNpm(context, spec)
      : await writeHook(context, spec, scope);
    const made = { name, event, lang, guard: isGuard, dir, files, ...rest };
    if (context.isJson) {
      context.print({ schema: 'hookmd.new/1', ...made, next: made.next.map(([command]) => command) });
      return 0;
    }
    const { out } = context;
    for (const file of made.files)
      out.line(`${out.paint('green', 'wrote')} ${shortPath(join(dir, file), context)}`);
    out.line();
    const rows = made.next.map(([command, effect]) => [out.paint('cyan', command), effect]);
    for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

interface Written {
  /** Null for a package that is not among the user's hooks. */
  readonly qualifiedName: string | null;
  readonly dir: string;
  readonly files: readonly string[];
  /** Commands, each with its effect. */
  readonly next: readonly (readonly [command: string, effect: string])[];
}

type Spec = Pick<ScaffoldSpec, 'name' | 'event' | 'lang' | 'isGuard'>;

/** Among the hooks of the user, or of the project. */
async function writeHook(context: Context, spec: Spec, scope: 'project' | 'user'): Promise<Written> {
  const { name } = spec;
  const places = placesOf(context);
  const { statuses } = await readInventory(places, context.environment);
  const namesakes = statuses.filter(({ record }) => record.name === name && !record.isVanished);
  const taken = namesakes.find(({ record }) => record.root.source === scope);
  if (taken !== undefined) throw new HookError('HOOK_EXISTS', { path: taken.record.path }, { exitCode: 1 });
  const root = scope === 'project' ? join(places.projectDir, '.hookmd') : places.userDir;
  const dir = join(root, 'hooks', name);
  // A project is committed, and other machines do not have these files.
  const sdkTypes = scope === 'project' ? null : SDK_TYPES;
  if (spec.lang === 'ts' && sdkTypes !== null) writeSdkTypes(places.userDir);
  const files = scaffoldPackage({ ...spec, sdkTypes, isPublished: false });
  writePackage(dir, files);
  const qualifiedName = `${scope}/${name}`;
  // A plain name that others have too may mean theirs.
  const output = `${namesakes.length > 0 ? qualifiedName : name}${placeWords(context)}`;
  const next = [
    [`hooks test ${output}`, 'run its test cases'],
    [`hooks enable ${output}`, 'approve and enable it'],
    [`hooks info ${output}`, 'show whether it runs and, if not, why'],
  ] as const;
  return { qualifiedName, dir, files: Object.keys(files), next };
}

/** In a directory of its own, for npm. */
function writeForNpm(context: Context, spec: Spec): Written {
  const { options, cwd } = context;
  if (options.has('scope')) throw usage('`--dir` and `--scope` cannot be combined', 'Use one of them.');
  const { name } = spec;
  const dir = resolve(cwd, options.text('dir') ?? '.', name);
  const files = scaffoldPackage({ ...spec, sdkTypes: null, isPublished: true });
  writePackage(dir, files);
  const path = relative(cwd, dir);
  const target = path.startsWith('..') ? dir : `./${path}`;
  const words = placeWords(context);
  const next = [
    [`hooks install ${quoteWord(target)}${words}`, 'install it on this machine'],
    [`hooks test ${name}${words}`, 'run its test cases'],
    [`hooks enable ${name}${words}`, 'approve and enable it'],
    [`npm publish ${quoteWord(target)}`, `publish it; others run \`hooks install npm:${name}\``],
  ] as const;
  return { qualifiedName: null, dir, files: Object.keys(files), next };
}

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
