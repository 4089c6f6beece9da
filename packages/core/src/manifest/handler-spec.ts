import { readCommand } from '../events/command-words.ts';
import type { ConventionId } from '../protocols/protocol.ts';
import { readCommandSpec } from './command-spec.ts';
import { quote } from './describe-value.ts';
import { readHttp } from './http-spec.ts';
import type { IssueList } from './issue-list.ts';
import { manifestKeys, type RawManifest } from './keys.ts';
import type { HandlerSpec } from './manifest.ts';
import type { KeyReading } from './read-keys.ts';

/** What a package is run by: the key that says so, and the mode it means. */
const modeOfKey = {
  command: 'command',
  handler: 'handler',
  url: 'http',
  prompt: 'prompt',
  agent: 'agent',
} as const;
type ModeKey = keyof typeof modeOfKey;
const modeKeys = Object.keys(modeOfKey) as ModeKey[];

/** Files that are the handler of a package that names none, first one first. */
const MODULES = ['handler.ts', 'handler.js', 'handler.cjs', 'handler.mjs'];
const OPENCLAW_MODULES = [...MODULES, 'index.ts', 'index.js'];
const SCRIPT = 'handler.sh';

export interface HandlerPlace {
  readonly convention: ConventionId;
  /** Every file of the package, by its relative path. */
  readonly files: readonly string[];
  /** A settings entry: what its command runs was found before. */
  readonly isEntry: boolean;
  /** OpenClaw reads a `url` at the top as the home page. */
  readonly isUrlHomepage: boolean;
  /** The export that OpenClaw would call; null = the default one. */
  readonly exportName: string | null;
}

/** Reads how the hook is run: one of the five modes. Null after an error. Source: architecture.md §7. */
export function readHandler(
  { raw, broken }: KeyReading,
  place: HandlerPlace,
  issues: IssueList,
): HandlerSpec | null {
  const given = modeKeys.filter(
    (key) => (raw[key] !== undefined || broken.has(key)) && !(key === 'url' && place.isUrlHomepage),
  );
  const [key, second] = given;
  if (key === undefined) return findHandler(raw, place, issues);
  if (second !== undefined) {
    const detail = 'a hook is run in one way';
    issues.add('MANIFEST_CONFLICT', { first: key, second, detail }, [second], 'key');
    return null;
  }
  // `type: agent` with `prompt` is the pattern page's spelling of `agent`.
  const mode = key === 'prompt' && raw.type === 'agent' ? 'agent' : modeOfKey[key];
  if (raw.type !== undefined && raw.type !== mode) {
    const detail = `\`type: ${raw.type}\` goes with \`${modeKeys.find((name) => modeOfKey[name] === raw.type)}\``;
    issues.add('MANIFEST_CONFLICT', { first: 'type', second: key, detail }, ['type']);
    return null;
  }
  return broken.has(key) ? null : readers[mode](raw, place, issues);
}

const readers: Readonly<
  Record<
    HandlerSpec['mode'],
    (raw: Partial<RawManifest>, place: HandlerPlace, issues: IssueList) => HandlerSpec | null
  >
> = {
  command: (raw, { convention, files, isEntry }, issues) =>
    readCommandSpec(raw, { convention, files: isEntry ? null : files }, issues),
  handler: readModule,
  http: (raw, _, issues) => readHttp(raw, issues),
  prompt: (raw, _, issues) => {
    const prompt = readPrompt('prompt', raw.prompt, issues);
    return prompt === null ? null : { mode: 'prompt', prompt, model: raw.model ?? null };
  },
  agent: (raw, _, issues) => {
    const prompt = readPrompt(raw.agent === undefined ? 'prompt' : 'agent', raw.agent ?? raw.prompt, issues);
    const commands = readCommands(raw.commands ?? [], issues);
    return prompt === null || commands === null
      ? null
      : { mode: 'agent', prompt, model: raw.model ?? null, commands };
  },
};

function readModule(raw: Partial<RawManifest>, place: HandlerPlace, issues: IssueList): HandlerSpec | null {
  const given = raw.handler ?? '';
  const file = given.replace(/^\.\//, '');
  const detail = checkModule(file, place.files);
  if (detail === null) return moduleSpec(file, place);
  issues.add(
    'MANIFEST_VALUE',
    { key: 'handler', found: quote(given), detail, example: manifestKeys.handler.example },
    ['handler'],
  );
  return null;
}

function moduleSpec(file: string, { exportName }: HandlerPlace): HandlerSpec {
  return { mode: 'handler', file, ...(exportName === null ? {} : { exportName }) };
}

function checkModule(file: string, files: readonly string[]): string | null {
  if (file.startsWith('/') || file.split(/[/\\]/).includes('..')) return 'it must lie inside the package';
  if (!/\.[cm]?[jt]s$/.test(file)) return 'it is not a module; a program is named with `command`';
  return files.includes(file) ? null : 'the package has no such file';
}

function readPrompt(key: 'prompt' | 'agent', text: string | undefined, issues: IssueList): string | null {
  if (text !== undefined && text.trim() !== '') return text;
  issues.add(
    'MANIFEST_VALUE',
    { key, found: '""', detail: 'it is empty', example: manifestKeys[key].example },
    [key],
  );
  return null;
}

/** Command lines that run without a shell: what cannot be split into words would silently never run. */
function readCommands(commands: readonly string[], issues: IssueList): readonly string[] | null {
  let isRight = true;
  for (const [index, line] of commands.entries()) {
    const reading = readCommand(line);
    const detail =
      'error' in reading
        ? reading.error
        : reading.shellSigns.length > 0
          ? `no shell reads it, so \`${reading.shellSigns[0]}\` would do nothing`
          : line.includes('\0')
            ? 'no program can be given a NUL'
            : null;
    if (detail === null) continue;
    isRight = false;
    const { example } = manifestKeys.commands;
    issues.add('MANIFEST_VALUE', { key: 'commands', found: quote(line), detail, example }, [
      'commands',
      index,
    ]);
  }
  return isRight ? commands : null;
}

/** The handler of a package that names none: a module, or the script `handler.sh`. */
function findHandler(
  { type }: Partial<RawManifest>,
  place: HandlerPlace,
  issues: IssueList,
): HandlerSpec | null {
  const modules = place.convention === 'openclaw' ? OPENCLAW_MODULES : MODULES;
  const module = modules.find((file) => place.files.includes(file));
  if (module !== undefined && (type === undefined || type === 'handler')) return moduleSpec(module, place);
  if (place.files.includes(SCRIPT) && (type === undefined || type === 'command')) {
    return { mode: 'command', command: [`./${SCRIPT}`], shell: false };
  }
  const key = modeKeys.find((name) => modeOfKey[name] === type) ?? 'command';
  const detail =
    type === undefined
      ? `it says nothing of what runs, and the package has none of ${[...modules, SCRIPT].join(', ')}`
      : `\`type\` is ${type}`;
  issues.add(
    'MANIFEST_MISSING_KEY',
    { key, detail, example: manifestKeys[key].example },
    type === undefined ? [] : ['type'],
  );
  return null;
}
