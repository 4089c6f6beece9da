import type { ToolRow } from '@hookmd/core/internal/wires/tool-words';
import type { HooksOptions } from './hooks-options.ts';
import type { ConversationOptions, SessionOptions, SubagentOptions } from './session.ts';
import {
  aboveZero,
  aFunction,
  either,
  filled,
  flag,
  listOf,
  mapOf,
  maybe,
  must,
  objectOf,
  oneOf,
  type Shape,
  signal,
  text,
} from './shape.ts';

/** What each key of an interface must be: a new one without a row does not compile. */
export type RowsOf<T> = { readonly [K in keyof T]-?: Shape };

const toolRow: RowsOf<ToolRow> = {
  tool: filled,
  native: filled,
  arguments: maybe(listOf(objectOf({ key: filled, native: filled, unit: maybe(aboveZero) }))),
};

/** Of a variable only the name may be told. */
const variable: Shape = {
  holds: (value) => value === undefined || text.holds(value),
  problems: (_, path) => [`\`${path}\` must be text.`],
};

export const hooksOptions: RowsOf<HooksOptions> = {
  project: filled,
  home: filled,
  state: filled,
  roots: listOf(filled),
  settings: listOf(filled),
  cwd: filled,
  environment: mapOf(variable),
  agent: filled,
  trust: oneOf('approved', 'all'),
  build: aFunction,
  models: aFunction,
  noHooks: flag,
  budgetMs: must(
    'a number of milliseconds above zero, or null for no limit',
    (value) => value === null || aboveZero.holds(value),
  ),
  watch: either(flag, objectOf({ files: listOf(filled) }), '`true`, `false` or an object with `files`'),
  signal,
  tools: listOf(objectOf(toolRow)),
};

const conversationOptions: RowsOf<ConversationOptions> = {
  recipes: mapOf(aFunction),
  autoCompact: must(
    '`true`, `false` or a share above 0 and up to 1',
    (value) => flag.holds(value) || (aboveZero.holds(value) && (value as number) <= 1),
  ),
};

/** For functions that take them as one argument; a sub-agent says what it is. */
export const subagentOptions: RowsOf<SubagentOptions> = {
  recipes: maybe(conversationOptions.recipes),
  autoCompact: maybe(conversationOptions.autoCompact),
  type: filled,
  id: maybe(filled),
};

export const sessionOptions: RowsOf<SessionOptions> = {
  ...conversationOptions,
  id: filled,
  skills: listOf(filled),
  model: text,
  source: text,
  cwd: filled,
  recipe: text,
  onAsk: aFunction,
  signal,
};
