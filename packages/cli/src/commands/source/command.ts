import { posix } from 'node:path';
import { didYouMean, HookError } from '@hookmd/core/errors';
import { isPackageName } from '@hookmd/core/manifest';
import { changeConfig } from '@hookmd/core/registry';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage, wordOf } from '../../command-line/usage.ts';
import { look } from '../../hooks/look.ts';
import { admitSpec, callSource } from '../../install/fetch-package.ts';
import { listMarketplace, noMarketplace } from '../../install/sources/marketplace.ts';
import { withSession } from '../../install/staging.ts';
import { parseMarketplace, readSources } from '../../search/user-sources.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';
import { showConfigRejection } from '../config/set.ts';

const actions = { list: listSources, add: addSource, remove: removeSource } as const;
const actionNames = ['add', 'list', 'remove'] as const;

export const command: Command = {
  name: 'source',
  usage: '[add|list|remove] [source]',
  about: 'Add, list or remove the marketplaces that `hooks search` searches.',
  changesTrust: ['add', 'remove'],
  options: [],
  examples: [
    'hooks source add github:acme/plugins',
    'hooks source add ~/src/market',
    'hooks source list',
    'hooks source remove acme',
  ],
  async run(context) {
    const [name = 'list'] = context.words;
    return actions[wordOf(name, actionNames, 'The word after `hooks source`')](context);
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

async function listSources(context: Context): Promise<ExitCode> {
  if (context.words.length > 1) throw usage('`hooks source list` takes no source', 'Leave it out.');
  const sources = await readSources(placesOf(context));
  const { out, err } = context;
  if (context.isJson) context.print({ schema: 'hookmd.source/1', sources });
  else if (sources.length === 0) {
    out.line('You added no source.');
    err.line(wrapUnder('To add one: `hooks source add github:OWNER/REPOSITORY`', err.width));
  } else {
    const rows = sources.map(({ name, spec, from }) => [
      cleanLine(name),
      `${cleanLine(spec)}${from === 'managed' ? '  (by the administrator)' : ''}`,
    ]);
    for (const line of alignColumns(rows, { width: out.width })) out.line(line);
  }
  return 0;
}

/** Throws SPEC_INVALID, NO_MARKETPLACE, SOURCE_DENIED, POLICY_BROKEN, SOURCE_NAME_TAKEN. */
async function addSource(context: Context): Promise<ExitCode> {
  const given = sourceWord(context);
  const seen = await look(context);
  const { places } = seen;
  admitSpec(seen, given, context.cwd);
  const { spec, parsed } = parseMarketplace(given, context.cwd, places.home);
  const market = await withSession(context, seen, (session) =>
    callSource(session, spec, context.cwd, (source) => listMarketplace(parsed, source)),
  );
  const address = spec
    .replace(/#.*$/, '')
    .replace(/\.git$/, '')
    .replaceAll(':', '/');
  const name = market.name ?? posix.basename(address);
  if (!isPackageName(name)) throw noMarketplace('neither its file nor its URL has a name for it');
  const same = (await readSources(places)).find((source) => source.name === name);
  if (same !== undefined && same.spec !== spec)
    throw new HookError('SOURCE_NAME_TAKEN', { name, spec: same.spec });
  const plugins = market.plugins.filter(({ hasHooks }) => hasHooks !== false).length;
  return changeSource(context, { name, spec }, `added: ${counted(plugins, 'plugin')} that may have hooks`);
}

/** Throws SOURCE_NOT_FOUND. */
async function removeSource(context: Context): Promise<ExitCode> {
  const given = sourceWord(context);
  const sources = (await readSources(placesOf(context))).filter(({ from }) => from === 'user');
  const isName = isPackageName(given);
  const spec = isName ? null : parseMarketplace(given, context.cwd, placesOf(context).home).spec;
  const found = sources.find((source) => (isName ? source.name === given : source.spec === spec));
  if (found !== undefined) return changeSource(context, { ...found, spec: null }, 'removed');
  const names = sources.map(({ name }) => name);
  throw new HookError('SOURCE_NOT_FOUND', { name: given, suggestion: didYouMean(given, names) });
}

function sourceWord({ words }: Context): string {
  const [action, word] = words;
  if (word !== undefined) return word;
  throw usage(
    `\`hooks source ${action}\` needs a source`,
    `Write \`hooks source ${action} github:OWNER/REPOSITORY\`.`,
  );
}

async function changeSource(
  context: Context,
  { name, spec }: { readonly name: string; readonly spec: string | null },
  result: string,
): Promise<ExitCode> {
  const { out, err, isJson, environment } = context;
  const edit = { path: ['sources', name], value: spec ?? undefined };
  const change = await changeConfig(placesOf(context), environment, 'user', edit);
  const { file: path, isChanged: changed, issues } = change;
  if (isJson) context.print({ schema: 'hookmd.source/1', name, spec, path, changed, issues });
  else if (issues.length > 0) showConfigRejection(context, change);
  else {
    out.line(`${out.paint('bold', name)}  ${changed ? result : 'was there before'}`);
    if (spec !== null) err.line(wrapUnder('To search it: `hooks search WORD`', err.width));
  }
  return issues.length > 0 ? 2 : 0;
}
