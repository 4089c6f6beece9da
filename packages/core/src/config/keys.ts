import { isEventName } from '../events/events.ts';
import { modelProviders } from '../events/service-spec.ts';
import { isDroppedName } from '../executors/environment.ts';
import { findUrlProblem } from '../executors/http/service-url.ts';
import { isPackageName, isVariableName } from '../manifest/keys.ts';
import { MAX_TIMEOUT_MS } from '../manifest/manifest.ts';
import { parseDurationMs } from '../manifest/timeout.ts';
import { findForeignName } from '../protocols/foreign-names.ts';
import type { ZodType } from '../schema/schema.ts';
import * as z from '../schema/schema.ts';
import { describeWords } from '../yaml/issue-list.ts';

/** One setting: what it decides, what it must be, in words that follow "must be", and a line that shows it. */
export interface ConfigRow {
  readonly schema: ZodType;
  /** For people: completes "this setting is …". */
  readonly about: string;
  readonly expected: string;
  readonly example: string;
  /** On a command line its value is used as it is, not parsed as YAML. */
  readonly isText?: true;
  /** `value`: it may be a secret, and is never shown; `mistake`: a wrong one may be, such as a key instead of its name. */
  readonly hides?: 'value' | 'mistake';
}

const text = z.string();
const numberOrText = z.union([z.number(), text]);
const oneOrMore = z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(text));
const entryGroup = z.looseObject({ matcher: text.optional(), hooks: z.array(z.looseObject({})) });

function wholeNumber(min: number, max: number, about: string, example: string): ConfigRow {
  return {
    schema: z.int().min(min).max(max),
    about,
    expected: `a whole number from ${min} to ${max}`,
    example,
  };
}

function words(allowed: readonly string[], about: string, example: string): ConfigRow {
  return { schema: z.enum(allowed), about, expected: describeWords(allowed), example, isText: true };
}

const MODEL_EXAMPLE =
  'models: { small: { provider: openai-compatible, model: qwen3, baseURL: http://localhost:11434/v1, apiKeyEnv: LLM_KEY } }';

/** Every setting by its path; `*` is a name. */
export const configRows: Readonly<Record<string, ConfigRow>> = {
  'hooks.enabled': {
    schema: z.boolean(),
    about: 'whether hooks run at all; only the administrator can turn off managed hooks',
    expected: '`true` or `false`',
    example: 'hooks: { enabled: true }',
  },
  'hooks.concurrency': wholeNumber(
    1,
    64,
    'how many hooks of an event run at the same time',
    'hooks: { concurrency: 4 }',
  ),
  'hooks.maxTimeout': {
    schema: numberOrText.transform(parseDurationMs).pipe(z.number().max(MAX_TIMEOUT_MS)),
    about: 'the longest time that an agent waits for one hook, whatever the manifest allows',
    expected: `a time up to ${MAX_TIMEOUT_MS / 1_000}s`,
    example: 'hooks: { maxTimeout: 60s }',
  },
  'hooks.maxFollowUps': wholeNumber(
    0,
    100,
    'how often hooks may send an agent back to work before you write again',
    'hooks: { maxFollowUps: 5 }',
  ),
  'hooks.onInternalError': words(
    ['continue', 'block'],
    'what happens to a call if HookMD itself fails; `block` in any file wins, and a wrong value counts as `block`',
    'hooks: { onInternalError: continue }',
  ),
  'hooks.onWorkaround': words(
    ['continue', 'ask'],
    'what happens to a call that tries by other means what a hook blocked before in the session; `ask` in any file wins',
    'hooks: { onWorkaround: ask }',
  ),
  'allow.modify.*': {
    schema: oneOrMore,
    about:
      'which arguments of this tool hooks may change, with `*` for all other tools; each file can only shorten the list',
    expected: 'a list of arguments',
    example: 'allow: { modify: { Bash: [timeout] } }',
  },
  'entries.*': {
    schema: z.array(entryGroup),
    about: 'hooks for this event, written as settings entries; each needs your approval',
    expected: 'a list of `{ matcher, hooks }`',
    example: 'entries: { PreToolUse: [{ matcher: Write, hooks: [{ type: command, command: lint }] }] }',
  },
  entriesFrom: {
    schema: oneOrMore,
    about: 'files in the format of Claude Code settings, whose hooks count as your own entries',
    expected: 'a list of file paths',
    example: 'entriesFrom: [~/.claude/settings.json]',
  },
  'sources.*': {
    schema: text.min(1),
    about: 'a marketplace that `hooks search` searches; `hooks source add` checks it and gives it its name',
    expected: 'the package spec of a marketplace',
    example: 'sources: { acme: "github:acme/plugins" }',
    isText: true,
  },
  'package.*.env.*': {
    schema: text,
    about: "a variable that the package's handler gets; no command shows its value",
    isText: true,
    hides: 'value',
    expected: 'text',
    example: 'package: { notify: { env: { SLACK_URL: "https://…" } } }',
  },
  'package.*.options': {
    schema: z.record(text, z.json()),
    about: "values for the package's options; a project can only tighten them",
    expected: 'a mapping',
    example: 'package: { notify: { options: { channel: ops } } }',
  },
  'package.*.mode': words(
    ['enforce', 'warn', 'audit'],
    "whether the package's decisions apply (`enforce`), are only shown to you (`warn`), or are only recorded (`audit`)",
    'package: { notify: { mode: warn } }',
  ),
  'eventLog.keepDays': wholeNumber(
    1,
    3_650,
    'how many days HookMD keeps the event log',
    'eventLog: { keepDays: 14 }',
  ),
  'eventLog.maxBytes': {
    schema: numberOrText.transform(parseBytes).pipe(z.number().min(1_000_000)),
    about: 'the maximum size of the event log; HookMD deletes the oldest days first',
    expected: 'a size of at least 1MB',
    example: 'eventLog: { maxBytes: 200MB }',
  },
  'eventLog.payloads': words(
    ['none', 'summary', 'redacted'],
    'what the event log has of a call, with known formats of secrets redacted: nothing, one line, or also its whole input',
    'eventLog: { payloads: none }',
  ),
  'models.*.provider': words(
    modelProviders,
    'the provider of this model; hooks use the model named `small` unless their manifest names another',
    MODEL_EXAMPLE,
  ),
  'models.*.model': {
    schema: text.min(1),
    about: "the provider's name for the model",
    expected: 'text',
    example: MODEL_EXAMPLE,
    isText: true,
  },
  'models.*.baseURL': {
    schema: text.refine((value) => findUrlProblem(value) === null),
    about: "the provider's URL; `openai-compatible` needs it",
    isText: true,
    hides: 'mistake',
    expected: 'an http or https URL',
    example: MODEL_EXAMPLE,
  },
  'models.*.apiKeyEnv': {
    schema: text.refine(isVariableName),
    about: 'the variable that contains the API key; `anthropic` and `google` need it',
    isText: true,
    hides: 'mistake',
    expected: 'the name of a variable, not the key',
    example: MODEL_EXAMPLE,
  },
};

/** What a name in place of `*` must be. */
export const nameRules: Readonly<
  Record<string, { readonly isValid: (name: string) => boolean; readonly expected: string }>
> = {
  'allow.modify.*': { isValid: (name) => name !== '', expected: 'the name of a tool' },
  'entries.*': {
    isValid: (name) => isEventName(name) || findForeignName(name) !== undefined,
    expected: 'the name of an event',
  },
  'sources.*': { isValid: isPackageName, expected: 'a name of letters, digits, dot, dash and underscore' },
  'package.*': { isValid: isPackageName, expected: 'the name of a package' },
  'package.*.env.*': {
    isValid: (name) => isVariableName(name) && !name.startsWith('HOOK_') && !isDroppedName(name),
    expected: 'the name of a variable that hooks may be given (none of HookMD, and none like NODE_OPTIONS)',
  },
  'models.*': { isValid: isPackageName, expected: 'a name of letters, digits, dot, dash and underscore' },
};

/**
 * Why a project may not set a path, or what is below it. Paths that are not listed only add or tighten: `entries` (approved one
 * by one), `allow.modify` (narrows) and `package.*.options` (kept apart).
 */
export const notForProjects: Readonly<Record<string, string>> = {
  'hooks.enabled': 'a repository would switch off the hooks of others',
  'hooks.concurrency': 'a repository could slow guards down until their time is up',
  'hooks.maxTimeout': 'a repository could take the time from guards that they need',
  'hooks.maxFollowUps': 'only the user decides how long an agent may continue',
  'hooks.onInternalError': 'it decides about the hooks of others too',
  'hooks.onWorkaround': 'only the user decides when an agent asks',
  entriesFrom: 'a repository would choose which of your files hold hooks',
  sources: 'a repository would choose where you look for packages',
  'package.*.env': 'a repository would choose what the hooks of others are given',
  'package.*.mode': 'a repository would choose whether a guard counts',
  eventLog: 'a repository would choose what is recorded about it',
  models: 'a repository could choose where your data and your keys are sent',
};

/** What is set as a whole on a command line, because its parts alone mean nothing. */
export const wholes: ReadonlySet<string> = new Set(['models.*']);

/** What holds instead of a wrong value, where leaving it out would loosen what its author may have meant to narrow. */
export const instead: Readonly<Record<string, unknown>> = {
  'hooks.onInternalError': 'block',
  'hooks.onWorkaround': 'ask',
  allow: { modify: { '*': [] } },
  'allow.modify': { '*': [] },
  'allow.modify.*': [],
};

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 1_024,
  MIB: 1_048_576,
  GIB: 1_073_741_824,
};

/** Bytes of a size as people write it: a number of bytes, or text such as `200MB`. Null for anything else. */
function parseBytes(value: number | string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMG]?i?B)?$/i.exec(String(value).trim());
  const bytes = Math.round(
    Number(match?.[1] ?? Number.NaN) * (UNITS[match?.[2]?.toUpperCase() ?? 'B'] ?? Number.NaN),
  );
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}

/** `200MB`: how a size is shown, in a spelling that can be written in a configuration. */
export function formatBytes(bytes: number): string {
  const unit = ['GB', 'MB', 'KB'].find((name) => bytes % (UNITS[name] ?? 1) === 0) ?? 'B';
  return `${bytes / (UNITS[unit] ?? 1)}${unit}`;
}
