import { basename } from 'node:path';
import type { JsonObject } from '@hookmd/core/events';
import { type Definition, isPackageName } from '@hookmd/core/manifest';
import { listPrograms } from '@hookmd/core/matching';
import { copiedFiles } from '@hookmd/core/registry';

/** Programs that do not show what a command is for. */
const PLAIN: ReadonlySet<string> = new Set(
  ': [ [[ cat cd command echo exit export false grep head local printf read sed set shift tail tee test tr true umask'.split(
    ' ',
  ),
);
const MAX_LENGTH = 56;

/**
 * A name such as a user would type, for a settings entry that becomes a package: that of its script, else of its program or type with
 * the event. Other entries may have the same. Null = it has a name, or is no settings entry.
 *
 * An entry that stays in its file has a name with a digest instead, so that no other entry can take it over (decision 0020).
 */
export function readableName(definition: Definition): string | null {
  const { entry } = definition;
  const given = entry?.hook['name'];
  if (entry === undefined || (typeof given === 'string' && isPackageName(given))) return null;
  const [script] = copiedFiles(definition);
  const name =
    script === undefined ? `${subjectOf(entry.hook)}-on-${entry.event}` : withoutEnding(script.name);
  const words = name.replace(/([a-z0-9])(?=[A-Z])/g, '$1-').toLowerCase();
  const dashed = words.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_LENGTH);
  return dashed.replace(/^-|-$/g, '') || null;
}

function subjectOf({ command, args, url }: JsonObject): string {
  if (typeof command !== 'string') return typeof url === 'string' ? 'http' : 'prompt';
  const names = listPrograms(Array.isArray(args) ? [command, ...args.map(String)] : command);
  const main = names.filter((name) => !PLAIN.has(name));
  // jq reads the payload in most commands, and does the whole work of some.
  const program = main.find((name) => name !== 'jq') ?? main[0] ?? names[0] ?? 'command';
  return withoutEnding(program);
}

function withoutEnding(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}
