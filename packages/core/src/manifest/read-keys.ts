import type { JsonObject } from '../events/json.ts';
import { describeFound, quote, showText } from './describe-value.ts';
import type { IssueList } from './issue-list.ts';
import {
  type KeyRow,
  type ManifestKey,
  manifestKeyNames,
  manifestKeys,
  type RawManifest,
  requiresKeyNames,
} from './keys.ts';
import { formatKeyPath, type KeyPath } from './text-place.ts';
import { addForeignKey, addUnknownKey } from './unknown-key.ts';

/** The keys whose shape is right, and the names of those that are there with another one. */
export interface KeyReading {
  readonly raw: Partial<RawManifest>;
  readonly broken: ReadonlySet<ManifestKey>;
}

/** zod's words for a type, in ours. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** Checks every key by itself: one that is wrong hides nothing of the others. Unknown ones are warned about. */
export function readKeys(front: JsonObject, foreignKeys: readonly string[], issues: IssueList): KeyReading {
  const raw: Record<string, unknown> = {};
  const broken = new Set<ManifestKey>();
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
      addUnknownKey([key], manifestKeyNames, issues);
    }
  }
  for (const key of Object.keys(raw.requires ?? {})) {
    if (!(requiresKeyNames as readonly string[]).includes(key))
      addUnknownKey(['requires', key], requiresKeyNames, issues);
  }
  return { raw: raw as Partial<RawManifest>, broken };
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
