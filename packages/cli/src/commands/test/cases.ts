import { posix } from 'node:path';
import type { Location } from '@hookmd/core/errors';
import { type EventName, isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { isVariableName } from '@hookmd/core/manifest';
import { isScriptedTurn, type ScriptedTurn } from './scripted-model.ts';

export const CASE_SCHEMA = 'hookmd.case/1';

/** One test case of a package, with every default filled in. */
export interface PackageCase {
  readonly name: string;
  readonly event: EventName;
  readonly payload: JsonObject;
  /** Set in the environment of the event. */
  readonly env: Readonly<Record<string, string>>;
  /** Written below the working directory first. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: JsonObject;
  /** The replies of the model of a prompt or agent hook, turn by turn; no real model is called. */
  readonly model: readonly ScriptedTurn[];
  /** The service that the package calls; null = none. */
  readonly service: CaseService | null;
  readonly expect: Expectation;
  readonly location: Location;
}

/** The keys to compare. */
export interface Expectation {
  /** Of the decision, and `outcome` and `cause` of the hook. */
  readonly values: JsonObject;
  /** By path below the working directory; null = the file does not exist. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** The response to every request. */
export interface CaseService {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. Default: empty. */
  readonly body?: JsonValue;
}

/** One value that is not as expected. `undefined` = there is none. */
export interface Difference {
  /** `input.command`, `files.notes.txt` */
  readonly key: string;
  readonly expected: JsonValue | undefined;
  readonly found: JsonValue | undefined;
}

/** The pattern in `/…/`; null for any other string. */
export function patternIn(text: string): string | null {
  return /^\/(.+)\/$/s.exec(text)?.[1] ?? null;
}

export interface CaseKey {
  /** Completes "`key` must be …". */
  readonly expected: string;
  /** As it is written in the file. */
  readonly example: string;
  readonly isRequired?: true;
  readonly isValid: (value: unknown) => boolean;
}

type Rule = Pick<CaseKey, 'expected' | 'isValid'>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNull = (value: unknown): boolean => value === null;
const isVariables = (value: unknown): boolean =>
  isJsonObject(value) &&
  Object.entries(value).every(([name, text]) => isVariableName(name) && isText(text) && !text.includes('\0'));
const isFiles = (value: unknown, isContent: (content: unknown) => boolean): boolean =>
  isJsonObject(value) &&
  Object.entries(value).every(([path, content]) => isInside(path) && isContent(content));

/** A path that cannot leave the directory it is joined to. */
function isInside(path: string): boolean {
  const normal = posix.normalize(path);
  const isFile = path !== '' && !path.endsWith('/') && normal !== '.';
  return isFile && !posix.isAbsolute(path) && normal.split('/')[0] !== '..' && !path.includes('\0');
}

function isService(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { status = 200, headers = {}, body: _, ...rest } = value;
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599;
  const isHeaders = isJsonObject(headers) && Object.values(headers).every(isText);
  return isStatus && isHeaders && Object.keys(rest).length === 0;
}

const object = (expected: string): Rule => ({ expected, isValid: isJsonObject });
const oneOf = (...words: readonly string[]): Rule => ({
  expected: words.join(', '),
  isValid: (value) => words.some((word) => word === value),
});
const listOrNull = (expected: string): Rule => ({
  expected,
  isValid: (value) => isNull(value) || Array.isArray(value),
});
const textOrNull: Rule = {
  expected: 'a text, a pattern as in "/…/", or null',
  isValid: (value) => isNull(value) || isText(value),
};
const objectOrNull: Rule = {
  expected: 'an object or null',
  isValid: (value) => isNull(value) || isJsonObject(value),
};
const texts: Rule = { expected: 'a list of texts', isValid: isTexts };

/** The keys of a case. */
export const caseKeys: Readonly<Record<string, CaseKey>> = {
  schema: {
    ...oneOf(CASE_SCHEMA),
    expected: `"${CASE_SCHEMA}"`,
    example: `"schema": "${CASE_SCHEMA}"`,
    isRequired: true,
  },
  name: {
    expected: 'a sentence that says what is tested',
    example: '"name": "blocks a forced push"',
    isRequired: true,
    isValid: (value) => isText(value) && value.trim() !== '',
  },
  event: {
    expected: 'the name of an event',
    example: '"event": "PreToolUse"',
    isRequired: true,
    isValid: isText,
  },
  payload: {
    ...object('the fields of the event'),
    example: '"payload": {"tool_name": "Bash", "tool_input": {"command": "ls"}}',
  },
  env: {
    expected: 'variables with their texts',
    example: '"env": {"SLACK_CHANNEL": "#test"}',
    isValid: isVariables,
  },
  files: {
    expected: 'texts by their path below the working folder',
    example: '"files": {"notes/a.txt": "content"}',
    isValid: (value) => isFiles(value, isText),
  },
  options: { ...object('the options of the package'), example: '"options": {"limit": 5}' },
  model: {
    expected: 'the turns of its model: each `output`, `text` or `calls`',
    example: '"model": [{"output": {"decision": "block", "reason": "no"}}]',
    isValid: (value) => Array.isArray(value) && value.every(isScriptedTurn),
  },
  service: {
    expected:
      'an object of `status`, `headers` and `body`: what a service answers, whose address is `<service>` in `options`',
    example: '"service": {"body": {"decision": "block"}}, "options": {"address": "<service>"}',
    isValid: isService,
  },
  expect: {
    expected: 'at least one key that is compared',
    example: '"expect": {"decision": "block"}',
    isRequired: true,
    isValid: (value) => isJsonObject(value) && Object.keys(value).length > 0,
  },
};

/** The keys of `expect`: of the decision, the result of the hook itself, and files. */
export const expectKeys: Readonly<Record<string, CaseKey>> = {
  decision: { ...oneOf('none', 'allow', 'ask', 'block'), example: '"decision": "block"' },
  reason: { ...textOrNull, example: '"reason": "/forced push/"' },
  outcome: {
    ...oneOf('success', 'blocking', 'non_blocking_error', 'cancelled', 'skipped'),
    example: '"outcome": "blocking"',
  },
  cause: { ...textOrNull, example: '"cause": "TIMEOUT"' },
  input: { ...objectOrNull, example: '"input": {"command": "ls"}' },
  output: { expected: 'a value', example: '"output": {"stdout": "[redacted]"}', isValid: () => true },
  changed: { ...texts, example: '"changed": ["timeout"]' },
  context: { ...texts, example: '"context": ["/branch main/"]' },
  feedback: { ...texts, example: '"feedback": ["/3 tests fail/"]' },
  followUps: { ...texts, example: '"followUps": ["Run the tests."]' },
  messages: { ...listOrNull('a list of messages or null'), example: '"messages": null' },
  hints: { ...texts, example: '"hints": ["/never push/"]' },
  tools: { ...listOrNull('a list of tools or null'), example: '"tools": ["Read"]' },
  callback: { ...objectOrNull, example: '"callback": null' },
  halt: { ...objectOrNull, example: '"halt": {"reason": "/budget/"}' },
  userMessages: { ...texts, example: '"userMessages": []' },
  suppressOutput: {
    expected: 'true or false',
    example: '"suppressOutput": false',
    isValid: (value) => typeof value === 'boolean',
  },
  dropped: { ...texts, example: '"dropped": []' },
  files: {
    expected: 'texts, or null for "no such file", by their path below the working folder',
    example: '"files": {"log.txt": "/done/"}',
    isValid: (value) => isFiles(value, (content) => isNull(content) || isText(content)),
  },
};
