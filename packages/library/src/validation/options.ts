import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from '@hookmd/core/manifest';
import type { ToolRow } from '@hookmd/core/protocols';
import type { HooksOptions } from '../hooks.ts';
import type { ConversationOptions, SessionOptions, SubagentOptions } from '../session/session.ts';
import { checkOptions, rejectOptions } from './calls.ts';
import {
  aboveZero,
  aFunction,
  either,
  filled,
  flag,
  isValid,
  listOf,
  mapOf,
  maybe,
  must,
  objectOf,
  oneOf,
  type Schema,
  secret,
  signal,
  text,
} from './schema.ts';

/** A schema for each key of an interface: a new key without one does not compile. */
export type ShapeOf<T> = { readonly [K in keyof T]-?: Schema };

const argumentRows = listOf(objectOf({ key: filled, native: filled, unit: maybe(aboveZero) }));

const toolRow: ShapeOf<ToolRow> = {
  tool: filled,
  native: filled,
  arguments: maybe(argumentRows),
  edits: maybe(objectOf({ list: filled, keys: argumentRows })),
};

const hooksOptions: ShapeOf<HooksOptions> = {
  project: filled,
  home: filled,
  state: filled,
  roots: listOf(filled),
  settings: listOf(filled),
  cwd: filled,
  environment: mapOf(secret),
  agent: filled,
  trust: oneOf('approved', 'all'),
  build: aFunction,
  models: aFunction,
  noHooks: flag,
  budgetMs: must(
    'a number of milliseconds above zero, or null for no limit',
    (value) => value === null || isValid(aboveZero, value),
  ),
  watch: either([flag, objectOf({ files: listOf(filled) })], '`true`, `false` or an object with `files`'),
  signal,
  tools: listOf(objectOf(toolRow)),
};

const conversationOptions: ShapeOf<ConversationOptions> = {
  hostActions: mapOf(aFunction),
  autoCompact: must(
    '`true`, `false` or a share above 0 and up to 1',
    (value) => typeof value === 'boolean' || (typeof value === 'number' && value > 0 && value <= 1),
  ),
};

/** The members of the options of `subagent`, as one argument of a function. */
export const subagentOptions: ShapeOf<SubagentOptions> = {
  hostActions: maybe(conversationOptions.hostActions),
  autoCompact: maybe(conversationOptions.autoCompact),
  type: filled,
  id: maybe(filled),
};

export const sessionOptions: ShapeOf<SessionOptions> = {
  ...conversationOptions,
  id: filled,
  skills: listOf(filled),
  model: text,
  source: text,
  cwd: filled,
  hostAction: text,
  onPrompt: aFunction,
  signal,
};

/** Throws OPTIONS_INVALID, also for a directory that is missing: its hooks would never run. */
export function checkHooksOptions(options: HooksOptions): void {
  checkOptions({ call: 'createHooks', type: 'HooksOptions', shape: hooksOptions }, options);
  rejectOptions('createHooks', 'HooksOptions', missingDirectories(options));
}

/** Throws OPTIONS_INVALID. */
export function checkSessionOptions(options: SessionOptions): void {
  checkOptions({ call: 'hooks.session', type: 'SessionOptions', shape: sessionOptions }, options);
}

function missingDirectories({ cwd, project, roots = [] }: HooksOptions): readonly string[] {
  const base = cwd ?? process.cwd();
  const named = [['cwd', cwd], ['project', project], ...roots.map((root, at) => [`roots[${at}]`, root])];
  return named.flatMap(([key, path]) => {
    if (path === undefined || isDirectory(resolve(base, path))) return [];
    return [`\`${key}\` must be an existing directory; found ${quote(path)}.`];
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
