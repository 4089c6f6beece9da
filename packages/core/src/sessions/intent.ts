import { dirname, resolve } from 'node:path';
import { type SimpleCommand, splitShell } from '@hookmd/shell';
import type { HookEvent } from '../events/event.ts';

/** What a call changes, and by what means, as far as it is read cheaply. */
export interface Intent {
  /** The programs, or the kind of tool. */
  readonly means: ReadonlySet<string>;
  /** Those of `means` that can change files. */
  readonly changers: ReadonlySet<string>;
  /** Absolute paths, never the directory or the project as a whole. */
  readonly targets: ReadonlySet<string>;
}

/** Longer commands are rare, and need not be read twice. */
const MAX_COMMAND = 8192;
const MAX_TARGETS = 64;
const FILE_TOOL = 'file tool';
const REDIRECTION = 'redirection';

/** Programs that can change files, and where not all of their commands do, those that do. */
const changers: readonly { readonly program: RegExp; readonly when?: RegExp }[] = [
  { program: /^(g?(rm|mv|cp|ln|truncate)|rmdir|unlink|shred|srm|rimraf|trash|dd|tee|sponge|install|rsync)$/ },
  { program: /^(tar|unzip|patch|ed|ex|chmod|chown)$/ },
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
    const means = new Set([FILE_TOOL]);
    return { means, changers: means, targets: targetsOf(tool.paths) };
  }
  if (tool.kind !== 'shell' || tool.command === null || tool.command.length > MAX_COMMAND) return null;
  const { commands, writes } = splitShell(tool.command);
  const redirections = writes.length > 0 ? [REDIRECTION] : [];
  return {
    means: new Set([...commands.map(({ name }) => name), ...redirections]),
    changers: new Set([...commands.filter(isChanger).map(({ name }) => name), ...redirections]),
    targets: targetsOf([...commands.flatMap(namedPaths), ...writes.map(({ path }) => path)]),
  };
}

function isChanger({ name, text }: SimpleCommand): boolean {
  return changers.some(({ program, when }) => program.test(name) && when?.test(text) !== false);
}

/** The words that can be paths; of code those in quotes. A pattern counts as the path in front of it. */
function namedPaths({ words }: SimpleCommand): readonly string[] {
  return words
    .slice(1)
    .flatMap((word) =>
      /[\s()]/.test(word) ? [...word.matchAll(/(["'`])(.+?)\1/g)].map(([, , text]) => text) : [word],
    )
    .map((text = '') => text.replace(/^-[^=]*(=|$)/, '').replace(/\/?[^/]*[*?[{$].*$/, ''))
    .filter((text) => /[A-Za-z]/.test(text));
}

/** Each path with the directories that contain it. */
export function withParents(paths: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths)
    for (let at = path; !all.has(at) && at !== dirname(at); at = dirname(at)) all.add(at);
  return all;
}
