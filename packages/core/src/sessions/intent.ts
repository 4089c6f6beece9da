import { dirname, resolve } from 'node:path';
import { type SimpleCommand, splitShell } from '@hookmd/shell';
import type { HookEvent } from '../events/event.ts';

/** What a call is about, as far as it is read cheaply. Paths are absolute, and never the directory or the project as a whole. */
export interface Intent {
  /** The programs, or the kind of tool. */
  readonly means: ReadonlySet<string>;
  readonly targets: ReadonlySet<string>;
  /** Of the means that can change files: the paths that they may change. */
  readonly changes: readonly { readonly means: string; readonly targets: ReadonlySet<string> }[];
}

/** Longer commands are rare, and need not be read twice. */
const MAX_COMMAND = 8192;
const MAX_TARGETS = 64;
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
  const targetsOf = (texts: readonly string[]): ReadonlySet<string> => {
    const paths = texts.map((text) => resolve(cwd, text));
    return new Set(
      paths.filter((path) => !tooWide.has(path) && !path.startsWith('/dev/')).slice(0, MAX_TARGETS),
    );
  };
  if (tool.kind === 'edit' || tool.kind === 'write') {
    const targets = targetsOf(tool.paths);
    return { means: new Set([FILE_TOOL]), targets, changes: [{ means: FILE_TOOL, targets }] };
  }
  if (tool.kind !== 'shell' || tool.command === null || tool.command.length > MAX_COMMAND) return null;
  const { commands, writes } = splitShell(tool.command);
  const written = targetsOf(writes.map(({ path }) => path));
  const targets = new Set([...targetsOf(commands.flatMap(namedPaths)), ...written]);
  const changes = commands.flatMap((command) => {
    const row = changers.find(
      ({ program, when }) => program.test(command.name) && when?.test(command.text) !== false,
    );
    if (row === undefined) return [];
    const named = targetsOf(namedPaths(command).slice(row.changesLast ? -1 : 0));
    // One without paths gets them from the command before it.
    return [{ means: command.name, targets: named.size === 0 ? targets : named }];
  });
  return {
    means: new Set([...commands.map(({ name }) => name), ...(written.size > 0 ? [REDIRECTION] : [])]),
    targets,
    changes: written.size > 0 ? [...changes, { means: REDIRECTION, targets: written }] : changes,
  };
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
export function withParents(paths: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths)
    for (let at = path; !all.has(at) && at !== dirname(at); at = dirname(at)) all.add(at);
  return all;
}
