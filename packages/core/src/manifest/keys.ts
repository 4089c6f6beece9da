import { isOneEditApart } from '../errors/nearest-name.ts';
import type { JsonObject } from '../events/json.ts';
import type { Need } from '../events/modify-spec.ts';
import { isContextName } from '../events/text.ts';
import { protocols } from '../protocols/index.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import type { ZodType } from '../schema/schema.ts';
import * as z from '../schema/schema.ts';
import {
  addForeignKey,
  addUnknownKey,
  describeFound,
  describeWords,
  formatKeyPath,
  type IssueList,
  type KeyPath,
  quote,
  showText,
} from '../yaml/issue-list.ts';
import type { HandlerSpec } from './manifest.ts';

/** The front matter after each key's shape was checked, before any rule on two keys. */
export interface RawManifest {
  readonly name: string | null;
  readonly description: string | null;
  readonly version: string | number | null;
  readonly homepage: string | null;
  readonly events: readonly string[];
  readonly command: string | readonly string[];
  readonly shell: boolean;
  readonly handler: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly shape: 'opa';
  readonly prompt: string;
  readonly agent: string;
  readonly type: HandlerSpec['mode'];
  readonly model: string;
  readonly commands: readonly string[];
  readonly protocol: ProtocolId;
  readonly timeout: number | string;
  readonly timeout_ms: number;
  readonly matcher: string | null;
  readonly if: string;
  readonly modify: Readonly<Record<string, readonly string[]>>;
  readonly merge: 'replace' | 'shallow';
  readonly redactKeys: readonly string[];
  readonly preApprove: boolean;
  readonly observe: boolean | 'raw';
  readonly recheck: boolean;
  readonly needs: readonly Need[];
  readonly priority: number;
  readonly onFailure: 'continue' | 'block';
  readonly async: boolean;
  readonly asyncTimeout: number | string;
  readonly once: boolean | 'session' | 'installation';
  readonly contexts: readonly string[];
  readonly statusMessage: string | null;
  readonly requires: RawRequires;
  readonly env: readonly string[];
  readonly isolation: 'strict' | 'off' | { readonly project: 'write' };
  readonly options: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly metadata: unknown;
}

export interface RawRequires {
  readonly os?: readonly string[] | undefined;
  readonly arch?: readonly string[] | undefined;
  readonly bins?: readonly string[] | undefined;
  readonly anyBins?: readonly string[] | undefined;
  readonly env?: readonly string[] | undefined;
  readonly node?: string | number | undefined;
  readonly hookmd?: string | number | undefined;
}

export type ManifestKey = keyof RawManifest;

/** One key: what it must be, in words that follow "must be", and a line that shows it. */
export interface KeyRow<T> {
  readonly schema: ZodType<T>;
  readonly expected: string;
  readonly example: string;
}

const text = z.string();
const texts = z.array(text);
/** A single string means a list of one. */
const oneOrMore = z.preprocess((value) => (typeof value === 'string' ? [value] : value), texts);

function row<T>(schema: ZodType<T>, expected: string, example: string): KeyRow<T> {
  return { schema, expected, example };
}

function words<const W extends string>(allowed: readonly W[], example: string): KeyRow<W> {
  return row(z.enum(allowed), describeWords(allowed), example);
}

const needs: readonly Need[] = ['block', 'modify-input', 'modify-output', 'context', 'follow-up', 'compact'];
const protocolIds = Object.keys(protocols) as ProtocolId[];
const requires: ZodType<RawRequires> = z.looseObject({
  os: oneOrMore.optional(),
  arch: oneOrMore.optional(),
  bins: oneOrMore.optional(),
  anyBins: oneOrMore.optional(),
  env: oneOrMore.optional(),
  node: z.union([text, z.int()]).optional(),
  hookmd: z.union([text, z.int()]).optional(),
});

/** Every key of a manifest, with what a value must look like by itself. The docs describe the meaning of each. */
export const manifestKeys: { readonly [K in ManifestKey]: KeyRow<RawManifest[K]> } = {
  name: row(text.nullable(), 'text', 'name: block-rm'),
  description: row(text.nullable(), 'text', 'description: Blocks recursive deletion'),
  version: row(z.union([text, z.number()]).nullable(), 'text', 'version: 1.2.0'),
  homepage: row(text.nullable(), 'text', 'homepage: https://example.com/block-rm'),

  events: row(oneOrMore, 'a list of event names', 'events: [PreToolUse]'),
  matcher: row(text.nullable(), 'text', 'matcher: Bash|Write'),
  if: row(text, 'text', 'if: "Bash(git push*)"'),

  command: row(z.union([text, texts]), 'a list of words, or a string', 'command: [./check.sh, --strict]'),
  shell: row(z.boolean(), '`true` or `false`', 'shell: false'),
  handler: row(text, 'the name of a file', 'handler: handler.ts'),
  url: row(text, 'a URL', 'url: https://example.com/hook'),
  headers: row(z.record(text, text), 'a mapping of names to strings', 'headers: { X-Team: core }'),
  shape: words(['opa'], 'shape: opa'),
  prompt: row(text, 'text', 'prompt: Does this command delete files?'),
  agent: row(text, 'text', 'agent: Read the test output and check that all tests pass.'),
  type: words(['command', 'handler', 'http', 'prompt', 'agent'], 'type: command'),
  model: row(
    text.refine(isPackageName),
    'the name of a model: letters, digits, dot, dash and underscore',
    'model: small',
  ),
  commands: row(oneOrMore, 'a list of commands', 'commands: [git status]'),
  protocol: words(protocolIds, 'protocol: hookmd'),

  timeout: row(z.union([z.number(), text]), 'a number of seconds, or a string with a unit', 'timeout: 5s'),
  timeout_ms: row(z.number(), 'a number of milliseconds', 'timeout_ms: 5000'),
  modify: row(
    z.record(text, oneOrMore),
    'a mapping of events to what may change',
    'modify: { PreToolUse: [timeout] }',
  ),
  merge: words(['replace', 'shallow'], 'merge: shallow'),
  redactKeys: row(oneOrMore, 'a list of keys', 'redactKeys: [password, token]'),
  preApprove: row(z.boolean(), '`true` or `false`', 'preApprove: true'),
  observe: row(z.union([z.boolean(), z.literal('raw')]), '`true`, `false` or `raw`', 'observe: true'),
  recheck: row(z.boolean(), '`true` or `false`', 'recheck: false'),
  needs: row(
    z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.enum(needs))),
    `a list of ${describeWords(needs)}`,
    'needs: [block]',
  ),

  priority: row(z.int(), 'a whole number', 'priority: 50'),
  onFailure: words(['continue', 'block'], 'onFailure: block'),
  async: row(z.boolean(), '`true` or `false`', 'async: true'),
  asyncTimeout: row(
    z.union([z.number(), text]),
    'a number of seconds, or a string with a unit',
    'asyncTimeout: 30s',
  ),
  once: row(
    z.union([z.boolean(), z.enum(['session', 'installation'])]),
    '`true`, `false`, `session` or `installation`',
    'once: session',
  ),
  contexts: row(
    z.preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(text.refine((word) => word === '*' || isContextName(word))),
    ),
    'a list of lower-case words, or `*`',
    'contexts: [commit, pr]',
  ),
  statusMessage: row(text.nullable(), 'text', 'statusMessage: Checking the command'),
  requires: row(requires, 'a mapping', 'requires: { os: [linux, darwin], bins: [git], node: ">=20" }'),
  env: row(oneOrMore, 'a list of variable names', 'env: [SLACK_WEBHOOK_URL]'),
  isolation: row(
    z.union([z.enum(['strict', 'off']), z.strictObject({ project: z.literal('write') })]),
    '`strict`, `off` or `{ project: write }`',
    'isolation: strict',
  ),
  options: row(
    z.record(text, z.unknown()),
    'a JSON Schema',
    'options: { type: object, properties: { limit: { type: integer } } }',
  ),
  enabled: row(z.boolean(), '`true` or `false`', 'enabled: false'),
  metadata: row(z.unknown(), 'anything', 'metadata: { team: core }'),
};

export const manifestKeyNames: readonly ManifestKey[] = Object.keys(manifestKeys) as ManifestKey[];

const requiresKeyNames: readonly (keyof RawRequires)[] = [
  'os',
  'arch',
  'bins',
  'anyBins',
  'env',
  'node',
  'hookmd',
];

/** A name of a hook package: also a directory name and a word on a command line. */
export function isPackageName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** A name an environment variable can have in every shell. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);
}

/** The keys whose shape is right, and the names of those that are there with another one. */
export interface KeyReading {
  readonly raw: Partial<RawManifest>;
  readonly broken: ReadonlySet<ManifestKey>;
  /** Unknown keys that are near to one of `guardingKeys`, with that one. */
  readonly misspelled: ReadonlyMap<string, ManifestKey>;
}

/** Without one of these a hook guards less than its author believes, or does more. */
const guardingKeys: readonly ManifestKey[] = [
  ...(['events', 'matcher', 'if', 'command', 'protocol', 'timeout', 'modify', 'redactKeys'] as const),
  ...(['preApprove', 'observe', 'recheck', 'needs', 'onFailure', 'once', 'requires', 'env'] as const),
  ...(['isolation', 'enabled'] as const),
];
/** Every two short words are near to each other. */
const MIN_EDITED = 5;

/** The key of `guardingKeys` that is meant: in another case, with dashes, or with one typo in a longer word. */
function findMeantKey(key: string): ManifestKey | null {
  const plain = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');
  const isNear = (name: string): boolean =>
    plain(name) === plain(key) ||
    (Math.min(name.length, key.length) >= MIN_EDITED && isOneEditApart(plain(name), plain(key)));
  return guardingKeys.find(isNear) ?? null;
}

/** zod's names of types, in the words of HookMD's errors. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/**
 * Checks every key by itself: one that is wrong hides nothing of the others. Unknown ones are warned about; what a misspelled one means
 * depends on the vocabulary, so the caller reports it.
 */
export function readKeys(front: JsonObject, foreignKeys: readonly string[], issues: IssueList): KeyReading {
  const raw: Record<string, unknown> = {};
  const broken = new Set<ManifestKey>();
  const misspelled = new Map<string, ManifestKey>();
  for (const [key, value] of Object.entries(front)) {
    if (isManifestKey(key)) {
      const reading = manifestKeys[key].schema.safeParse(value);
      if (reading.success) raw[key] = reading.data;
      else {
        broken.add(key);
        for (const problem of reading.error.issues) {
          addShapeIssue([key, ...(problem.path as KeyPath)], problem, value, manifestKeys[key], issues);
        }
      }
    } else if (!foreignKeys.includes(key) && !addForeignKey(key, issues)) {
      const meant = findMeantKey(key);
      if (meant === null) addUnknownKey([key], manifestKeyNames, issues);
      else misspelled.set(key, meant);
    }
  }
  for (const key of Object.keys(raw.requires ?? {})) {
    if (!(requiresKeyNames as readonly string[]).includes(key))
      addUnknownKey(['requires', key], requiresKeyNames, issues);
  }
  return { raw: raw as Partial<RawManifest>, broken, misspelled };
}

function isManifestKey(key: string): key is ManifestKey {
  return Object.hasOwn(manifestKeys, key);
}

interface ShapeProblem {
  readonly code?: string | undefined;
  readonly expected?: string;
  readonly path: PropertyKey[];
}

function addShapeIssue(
  path: KeyPath,
  problem: ShapeProblem,
  value: unknown,
  row: KeyRow<unknown>,
  issues: IssueList,
): void {
  const found = problem.path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown>)?.[step],
    value,
  );
  const isWholeKey = problem.path.length === 0;
  const key = showText(formatKeyPath(path));
  const expected = isWholeKey ? row.expected : (typeNames[problem.expected ?? ''] ?? row.expected);
  if (problem.code === 'invalid_value' && typeof found === 'string') {
    const detail = `it must be ${expected.replace(/^a list of /, '')}`;
    issues.add('MANIFEST_VALUE', { key, found: quote(found), detail, example: row.example }, path);
  } else {
    issues.add('MANIFEST_TYPE', { key, expected, found: describeFound(found), example: row.example }, path);
  }
}
