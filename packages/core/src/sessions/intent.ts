import { dirname, resolve } from 'node:path';
import { type SimpleCommand, splitShell } from '@hookmd/shell';
import type { HookEvent } from '../events/event.ts';
import { quickHash } from '../state/hash.ts';

/** What a call is about, as far as it is read cheaply: hashes of its means and of absolute paths. */
export interface Intent {
  /** Of the programs, or of the kind of tool. */
  readonly means: readonly string[];
  /** Of the paths that it names, without the directory and the project as a whole. */
  readonly targets: readonly string[];
  readonly changes: readonly Change[];
}

/** A means that can change files. */
interface Change {
  readonly name: string;
  readonly means: string;
  /** The paths that it may change, each with the directories that contain it. */
  readonly within: ReadonlySet<string>;
}

/** Longer commands are rare, and need not be read twice. */
const MAX_COMMAND = 8192;
/** A model chooses how many paths there are and how long they are, and the event waits. */
const MAX_TARGETS = 16;
const MAX_CHANGES = 16;
const MAX_PATH = 1024;
const FILE_TOOL = 'file tool';
const REDIRECTION = 'redirection';

interface Changer {
  readonly program: RegExp;
  readonly when?: RegExp;
  /** It only changes the last path. */
  readonly changesLast?: true;
}

/** Programs that can change files, and where not all of their commands do, those that do. */
const changers: readonly Changer[] = [
  {
    program:
      /^(g?(rm|mv|truncate)|rmdir|unlink|shred|srm|rimraf|trash|dd|tee|sponge|patch|ed|ex|chmod|chown)$/,
  },
  { program: /^(g?(cp|ln)|install|rsync)$/, changesLast: true },
  { program: /^(g?find|fd|fdfind)$/, when: /\s(-delete|-exec|-ok|--exec|-x\b)/i },
  { program: /^g?sed$/, when: /\s(-[a-zA-Z]*i|--in-place)/ },
  { program: /^git$/, when: /^git\s(.*\s)?(checkout|clean|mv|reset|restore|rm|stash|switch|worktree)\b/ },
  { program: /^(curl|wget)$/, when: /\s(-[a-zA-Z]*[oO]|--output)/ },
  {
    program: /^(python[\d.]*|node|deno|bun|ruby|perl|php|lua|awk|gawk|osascript)$/,
    when: /unlink|remove|rmtree|rmdir|delete|rename|move|write|truncate|open\(|system|exec|spawn/i,
  },
];

/** Reads the intent of a tool call; null = the tool changes no files, or the call is too long. Pure. */
export function intentOf({ tool, cwd, project_dir: projectDir }: HookEvent): Intent | null {
  if (tool === undefined) return null;
  const tooWide = new Set(['/', ...withParents([cwd, projectDir])]);
  const isTarget = (path: string): boolean =>
    path.length <= MAX_PATH && !tooWide.has(path) && !path.startsWith('/dev/');
  const targetsOf = (texts: readonly string[]): readonly string[] =>
    [...new Set(texts.map((text) => resolve(cwd, text)).filter(isTarget))].slice(0, MAX_TARGETS);
  const changeOf = (name: string, targets: readonly string[]): Change => ({
    name,
    means: quickHash(name),
    within: hashed(withParents(targets)),
  });
  if (tool.kind === 'edit' || tool.kind === 'write') {
    const targets = targetsOf(tool.paths);
    const change = changeOf(FILE_TOOL, targets);
    return { means: [change.means], targets: [...hashed(targets)], changes: [change] };
  }
  if (tool.kind !== 'shell' || tool.command === null || tool.command.length > MAX_COMMAND) return null;
  const { commands, writes } = splitShell(tool.command);
  const written = targetsOf(writes.map(({ path }) => path));
  const targets = [...new Set([...targetsOf(commands.flatMap(namedPaths)), ...written])];
  const changing = commands.flatMap((command) => {
    const row = changers.find(
      ({ program, when }) => program.test(command.name) && when?.test(command.text) !== false,
    );
    if (row === undefined) return [];
    const named = targetsOf(namedPaths(command).slice(row.changesLast ? -1 : 0));
    // One without paths gets them from the command before it.
    return [{ name: command.name, targets: named.length === 0 ? targets : named }];
  });
  const redirections = written.length > 0 ? [{ name: REDIRECTION, targets: written }] : [];
  return {
    means: [...hashed([...commands, ...redirections].map(({ name }) => name))],
    targets: [...hashed(targets)],
    changes: [...redirections, ...changing]
      .slice(0, MAX_CHANGES)
      .map((each) => changeOf(each.name, each.targets)),
  };
}

function hashed(texts: Iterable<string>): ReadonlySet<string> {
  return new Set([...texts].map(quickHash));
}

/** The words that can be paths; of code those in quotes. A pattern counts as the path in front of it. Shorter words are values of options. */
function namedPaths({ words }: SimpleCommand): readonly string[] {
  return words
    .slice(1)
    .flatMap((word) =>
      /[\s()]/.test(word) ? [...word.matchAll(/(["'`])(.+?)\1/g)].map(([, , text]) => text) : [word],
    )
    .map((text = '') => text.replace(/^-[^=]*(=|$)/, '').replace(/\/?[^/]*[*?[{$].*$/, ''))
    .filter((text) => /[./]\w|[A-Za-z]\w\w/.test(text));
}

/** Each path with the directories that contain it. */
function withParents(paths: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths)
    for (let at = path; !all.has(at) && at !== dirname(at); at = dirname(at)) all.add(at);
  return all;
}
