import { join } from 'node:path';
import { describeError, didYouMean, type Issue, issue } from '@hookmd/core/errors';
import {
  type EventName,
  eventNames,
  isEventName,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { createIssueList, formatKeyPath, type IssueList, type KeyPath } from '@hookmd/core/manifest';
import { checkPattern } from '@hookmd/core/matching';
import { claude, findForeignName } from '@hookmd/core/protocols';
import type { PackageRecord } from '@hookmd/core/registry';
import { completeEvent } from '@hookmd/core/runtime';
import { readPlainFile } from '@hookmd/core/system';
import { decodeUtf8, readJsonDocument } from '@hookmd/core/text';
import { type CaseKey, caseKeys, expectKeys, type PackageCase, patternIn } from './cases.ts';
import { locateInJson, placeOfSyntaxError } from './json-places.ts';

const MAX_FILE_BYTES = 1024 * 1024;

export interface CaseReading {
  readonly cases: readonly PackageCase[];
  /** Everything that is wrong with the case files; a package with any is not run. */
  readonly issues: readonly Issue[];
}

/** The cases of a package, `tests/*.json` in the order of their names. Reads only. */
export async function readCases({ dir, files }: PackageRecord): Promise<CaseReading> {
  const cases: PackageCase[] = [];
  const issues: Issue[] = [];
  for (const file of files.filter((name) => /^tests\/[^/]+\.json$/.test(name)).sort()) {
    const path = join(dir, file);
    const reading = await readCaseFile(path);
    cases.push(...reading.cases);
    issues.push(...reading.issues);
  }
  return { cases, issues };
}

async function readCaseFile(path: string): Promise<CaseReading> {
  const failed = (code: 'CASE_UNREADABLE' | 'CASE_JSON', detail: string, text = ''): CaseReading => {
    const location = placeOfSyntaxError(text, detail);
    return { cases: [], issues: [issue(code, { detail }, { path, ...location })] };
  };
  let bytes: Buffer;
  try {
    bytes = readPlainFile(path, MAX_FILE_BYTES);
  } catch (error) {
    return failed('CASE_UNREADABLE', describeError(error));
  }
  const text = decodeUtf8(bytes);
  if (text === null) return failed('CASE_JSON', 'it is not UTF-8');
  const document = readJsonDocument(text);
  if ('error' in document) return failed('CASE_JSON', document.error, text);
  const locate = locateInJson(text);
  const issues = createIssueList(path, locate);
  const list = Array.isArray(document.value) ? document.value : [document.value];
  const cases: PackageCase[] = [];
  for (const [index, value] of list.entries()) {
    const at = Array.isArray(document.value) ? [index] : [];
    const read = await readCase(value, at, issues);
    if (read !== null) cases.push({ ...read, location: { path, ...locate(at) } });
  }
  return { cases, issues: issues.sorted() };
}

/** Null where something is wrong: `issues` has it. */
async function readCase(
  value: JsonValue,
  at: KeyPath,
  issues: IssueList,
): Promise<Omit<PackageCase, 'location'> | null> {
  if (!isJsonObject(value)) {
    const example = '[{"schema": "hookmd.case/1", "name": "…", "event": "Stop", "expect": {…}}]';
    issues.add('CASE_VALUE', { key: formatKeyPath(at) || 'case', detail: 'must be an object', example }, at);
    return null;
  }
  const isShaped = checkKeys(value, caseKeys, at, issues);
  const expected = value['expect'];
  const expects = isJsonObject(expected) ? expected : {};
  const isComparable = checkKeys(expects, expectKeys, [...at, 'expect'], issues);
  await checkPatterns(expects, [...at, 'expect'], issues);
  const event = readEvent(value['event'], [...at, 'event'], issues);
  if (!isShaped || !isComparable || event === null) return null;
  const payload = objectAt(value, 'payload');
  if (!checkPayload(event, payload, [...at, 'payload'], issues)) return null;
  const { files, ...values } = expects;
  return {
    name: String(value['name']),
    event,
    payload,
    env: objectAt(value, 'env') as PackageCase['env'],
    files: objectAt(value, 'files') as PackageCase['files'],
    options: objectAt(value, 'options'),
    model: (value['model'] ?? []) as unknown as PackageCase['model'],
    service: (value['service'] as PackageCase['service'] | undefined) ?? null,
    expect: { values, files: (files ?? {}) as PackageCase['expect']['files'] },
  };
}

function checkKeys(
  value: JsonObject,
  keys: Readonly<Record<string, CaseKey>>,
  at: KeyPath,
  issues: IssueList,
): boolean {
  let isFine = true;
  const add: IssueList['add'] = (...all) => {
    isFine = false;
    issues.add(...all);
  };
  for (const [key, item] of Object.entries(value)) {
    const path = [...at, key];
    const row = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (row === undefined) {
      const suggestion = didYouMean(key, Object.keys(keys));
      add('CASE_UNKNOWN_KEY', { key: formatKeyPath(path), suggestion }, path, 'key');
    } else if (!row.isValid(item)) {
      const { expected, example } = row;
      add('CASE_VALUE', { key: formatKeyPath(path), detail: `must be ${expected}`, example }, path);
    }
  }
  for (const [key, { example }] of Object.entries(keys).filter(([, row]) => row.isRequired)) {
    if (Object.hasOwn(value, key)) continue;
    add('CASE_VALUE', { key: formatKeyPath([...at, key]), detail: 'is missing', example }, at);
  }
  return isFine;
}

async function checkPatterns(value: JsonValue | undefined, at: KeyPath, issues: IssueList): Promise<void> {
  if (typeof value === 'string') {
    const source = patternIn(value);
    const wrong = source === null ? null : await checkPattern({ kind: 'pattern', source });
    if (wrong === null) return;
    const detail = `is no pattern: ${wrong.error}`;
    issues.add('CASE_VALUE', { key: formatKeyPath(at), detail, example: '"/forced? push/"' }, at);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      await checkPatterns(item, [...at, Array.isArray(value) ? Number(key) : key], issues);
    }
  }
}

function readEvent(name: JsonValue | undefined, at: KeyPath, issues: IssueList): EventName | null {
  if (typeof name !== 'string') return null;
  if (isEventName(name)) return name;
  const canonical = findForeignName(name)?.events[0];
  const suggestion = canonical === undefined ? didYouMean(name, eventNames) : `Here it is "${canonical}". `;
  issues.add('MANIFEST_UNKNOWN_EVENT', { event: name, suggestion }, at);
  return null;
}

function checkPayload(event: EventName, payload: JsonObject, at: KeyPath, issues: IssueList): boolean {
  const facts = { event, eventId: '', agent: 'local', cwd: '/', projectDir: () => '/' };
  const completion = completeEvent(claude.readEvent(payload, event), facts);
  if ('event' in completion) return true;
  const example = caseKeys['payload']?.example ?? '';
  for (const problem of completion.problems) {
    issues.add(
      'CASE_VALUE',
      { key: formatKeyPath(at), detail: `is no ${event}: it ${problem}`, example },
      at,
    );
  }
  return false;
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}
