import {
  type EventName,
  eventRow,
  isToolEvent,
  type JsonObject,
  type JsonValue,
  permits,
} from '@hookmd/core/events';
import { CASE_SCHEMA } from '../test/cases.ts';
import { type Lang, langs } from './languages.ts';
import type { PackageFileText } from './write-package.ts';

/** The package that `hooks new` writes. */
export interface ScaffoldSpec {
  readonly name: string;
  readonly event: EventName;
  readonly lang: Lang;
  /** It blocks; otherwise it only observes. */
  readonly isGuard: boolean;
  /** The declaration file of the SDK, relative to the package; null = it comes from npm. */
  readonly sdkTypes: string | null;
  /** It is a package to publish on npm, with a package.json. */
  readonly isPublished: boolean;
}

/** The files of a new package by path. They pass `check` and `test`. */
export function scaffoldPackage(spec: ScaffoldSpec): Readonly<Record<string, PackageFileText>> {
  const { name, event, isGuard, sdkTypes, isPublished } = spec;
  const { file, isExecutable, files, guard, observer } = langs[spec.lang];
  const field = isToolEvent(event) ? null : subjectOf(event);
  return {
    'HOOK.md': { text: manifestText(spec) },
    [file]: {
      text: isGuard ? guard(event, field) : observer(event),
      ...(isExecutable === undefined ? {} : { isExecutable }),
    },
    ...Object.fromEntries(Object.entries(files?.(sdkTypes) ?? {}).map(([path, text]) => [path, { text }])),
    ...(isPublished ? { 'package.json': { text: packageJson(spec) } } : {}),
    [`tests/${name}.json`]: { text: `${JSON.stringify(sampleCases(spec, field), null, 2)}\n` },
  };
}

/** Whether a hook can block the event. */
export function isBlockable(event: EventName): boolean {
  return permits(event, 'block');
}

/** The field of the payload that a guard reads: the one that a matcher compares, else its last string. */
function subjectOf(event: EventName): string {
  const { subject, fields } = eventRow(event);
  const texts = Object.keys(fields).filter((field) => fields[field] === 'string' && !field.endsWith('?'));
  return subject ?? texts.at(-1) ?? 'session_id';
}

/** HOOK.md of a new package: every key that its author needs to know, and the next steps. */
function manifestText({ name, event, isGuard, lang, sdkTypes, isPublished }: ScaffoldSpec): string {
  const { file, command, requires, notes, records } = langs[lang];
  const isTool = isToolEvent(event);
  const keys = [
    `description: ${isGuard ? `Blocks what must not happen on ${event}` : `Writes down every ${event}`}`,
    'version: 0.1.0',
    'protocol: hookmd',
    `events: [${event}]`,
    ...(isGuard && isTool ? ['matcher: shell'] : []),
    ...(command === null ? [] : [`command: ${command}`]),
    'timeout: 5s',
    isGuard ? 'onFailure: block' : 'observe: true',
    ...(requires === null ? [] : [`requires: ${requires}`]),
  ];
  const approval = isPublished
    ? `\`hooks update ${name}\` shows what changed, and approves it.`
    : `\`hooks diff ${name}\` shows what changed, and \`hooks approve ${name}\` approves it.`;
  const when = isTool
    ? '`matcher` selects the tools that the hook runs for. An `if` selects calls:\n`if: shell(git push*)` also matches in quotes, pipes and `sh -c`.'
    : 'The hook runs on every such event.';
  const body = isGuard
    ? `The check is in \`${file}\`. ${when}

\`onFailure: block\` blocks the call if the hook crashes or exceeds its \`timeout\`. Without it, the call proceeds.`
    : `\`observe: true\`: it runs on ${event} after the decision, gets the decision and redacted data, and changes nothing.
\`${file}\` ${records}.`;
  return `---
${keys.join('\n')}
---

# ${name}

Describe here what it does and why, what it does not detect, and how to change it. Users read this before they approve it.

## How it works

${body}

${notes?.(sdkTypes) ?? ''}## After a change

\`hooks test ${name}\` runs the cases in \`tests/${name}.json\`. Only the approved version runs: after an edit
${approval}

HookMD's \`docs/manifest.md\` lists every key. \`hooks events ${event}\` lists the fields of the event and what a hook can do there.
`;
}

/** For npm: what is published is what users approve. */
function packageJson({ name, event, isGuard }: ScaffoldSpec): string {
  const manifest = {
    name,
    version: '0.1.0',
    description: `A hook for AI agents: ${isGuard ? 'blocks what must not happen on' : 'writes down every'} ${event}`,
    keywords: ['hookmd'],
    license: 'MIT',
    type: 'module',
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A sample of each type of field, so that the author sees the fields of the event. */
const samples: Readonly<Record<string, JsonValue>> = {
  string: 'text',
  'text?': null,
  number: 1,
  boolean: false,
  object: {},
  array: [],
  any: {},
  messages: [],
  usage: { input_tokens: 1, output_tokens: 1, current_context_window: 2, max_context_window: 1000 },
  subagentStatus: 'completed',
  fileChange: 'change',
};

/** For a guard a payload that it blocks and one that it does not. */
function sampleCases({ event, isGuard }: ScaffoldSpec, field: string | null): readonly JsonObject[] {
  const shell = (command: string): JsonObject => ({ tool_name: 'Bash', tool_input: { command } });
  const required = Object.entries(eventRow(event).fields).filter(([key]) => !key.endsWith('?'));
  const sample = {
    ...Object.fromEntries(required.map(([key, kind]) => [key, samples[kind]])),
    ...(isToolEvent(event) ? shell('ls') : {}),
  };
  const makeCase = (name: string, fields: JsonObject, expect: JsonObject): JsonObject => ({
    schema: CASE_SCHEMA,
    name,
    event,
    payload: { ...sample, ...fields },
    expect,
  });
  const passed = { decision: 'none', outcome: 'success' };
  if (!isGuard) return [makeCase('observes, and prints nothing', {}, passed)];
  const [bad, good, reason] =
    field === null
      ? [shell('git push --force origin main'), shell('git push origin main'), '/^force push/']
      : [{ [field]: 'something forbidden' }, { [field]: 'something else' }, '/^forbidden/'];
  return [
    makeCase('blocks what it is for', bad, { decision: 'block', outcome: 'blocking', reason }),
    makeCase('does not block anything else', good, passed),
  ];
}
