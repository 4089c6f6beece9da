import { type EventName, eventRow, isToolEvent, type JsonObject, permits } from '@hookmd/core/events';
import { guardCases, observerCases } from './cases.ts';
import { jsGuard, jsObserver, jsToolGuard } from './handlers-js.ts';
import { pyGuard, pyObserver, pyToolGuard } from './handlers-py.ts';
import { shGuard, shObserver, shToolGuard } from './handlers-sh.ts';
import { tsConfig, tsGuard, tsObserver, tsToolGuard } from './handlers-ts.ts';
import { manifestText } from './manifest-text.ts';
import type { Lang, ScaffoldSpec } from './scaffold-spec.ts';

export interface ScaffoldFile {
  readonly text: string;
  readonly isExecutable?: true;
}

interface LangRow {
  readonly file: string;
  readonly isExecutable?: true;
  /** As the manifest has them; null = it does without. */
  readonly command: string | null;
  readonly requires: string | null;
  /** What an author needs beside it, by path, and what to say of it. */
  readonly files?: Readonly<Record<string, string>>;
  readonly says?: string;
  /** Of an event that carries a tool call. */
  toolGuard(event: EventName): string;
  guard(event: EventName, field: string): string;
  observer(event: EventName): string;
}

const langs: Readonly<Record<Lang, LangRow>> = {
  sh: {
    file: 'handler.sh',
    isExecutable: true,
    command: '[./handler.sh]',
    requires: null,
    toolGuard: shToolGuard,
    guard: shGuard,
    observer: shObserver,
  },
  js: {
    file: 'handler.mjs',
    command: '[node, ./handler.mjs]',
    requires: '{ node: ">=20" }',
    toolGuard: jsToolGuard,
    guard: jsGuard,
    observer: jsObserver,
  },
  ts: {
    file: 'handler.ts',
    command: null,
    requires: null,
    files: { 'tsconfig.json': tsConfig },
    says: `## Types

It runs without any preparation: \`hooks enable\` makes one module of \`handler.ts\` and all that it imports. Imports must lie in this
folder, or be \`@hookmd/sdk\` or Node's. For your editor and \`npx tsc\`, install the types in a folder above, not in this one, of which
every file is approved: \`npm i -D @hookmd/sdk typescript @types/node\`.

`,
    toolGuard: tsToolGuard,
    guard: tsGuard,
    observer: tsObserver,
  },
  py: {
    file: 'handler.py',
    command: '[python3, ./handler.py]',
    requires: '{ bins: [python3] }',
    toolGuard: pyToolGuard,
    guard: pyGuard,
    observer: pyObserver,
  },
};

export const langNames: readonly Lang[] = Object.keys(langs) as Lang[];

/** The files of a new package by their path in it; what they say passes `check` and `test`. Pure. */
export function scaffoldPackage(spec: ScaffoldSpec): Readonly<Record<string, ScaffoldFile>> {
  const { name, event, isGuard } = spec;
  const lang = langs[spec.lang];
  const field = subjectOf(event);
  const guard = isToolEvent(event) ? lang.toolGuard(event) : lang.guard(event, field);
  const cases: readonly JsonObject[] = isGuard ? guardCases(event, field) : observerCases(event);
  return {
    'HOOK.md': { text: manifestText(spec, lang) },
    [lang.file]: {
      text: isGuard ? guard : lang.observer(event),
      ...(lang.isExecutable ? { isExecutable: true as const } : {}),
    },
    ...Object.fromEntries(Object.entries(lang.files ?? {}).map(([path, text]) => [path, { text }])),
    [`tests/${name}.json`]: { text: `${JSON.stringify(cases, null, 2)}\n` },
  };
}

/** The field of the payload that a guard's example looks at: what a matcher compares, else its last text. */
function subjectOf(event: EventName): string {
  const { subject, fields } = eventRow(event);
  const texts = Object.keys(fields).filter((field) => fields[field] === 'string' && !field.endsWith('?'));
  return subject ?? texts.at(-1) ?? 'cwd';
}

/** Whether a hook can block it. */
export function isBlockable(event: EventName): boolean {
  return permits(event, 'block');
}
