import { posix } from 'node:path';
import type { Location } from '@hookmd/core/errors';
import { type EventName, isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import type { ModelCaller, ModelReply, ModelToolCall } from '@hookmd/core/hook-types';
import { isVariableName } from '@hookmd/core/manifest';

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
  readonly isValid: (value: unknown) => boolean;
  readonly isRequired: boolean;
}

function caseKey(
  expected: string,
  example: string,
  isValid: CaseKey['isValid'],
  isRequired = false,
): CaseKey {
  return { expected, example, isValid, isRequired };
}

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

const oneOf = (words: readonly string[], example: string): CaseKey =>
  caseKey(words.join(', '), example, (value) => words.some((word) => word === value));
const listOrNull = (expected: string, example: string): CaseKey =>
  caseKey(expected, example, (value) => isNull(value) || Array.isArray(value));
const objectOrNull = (example: string): CaseKey =>
  caseKey('an object or null', example, (value) => isNull(value) || isJsonObject(value));
const textOrNull = (example: string): CaseKey =>
  caseKey('a string, a pattern like "/…/", or null', example, (value) => isNull(value) || isText(value));
const texts = (example: string): CaseKey => caseKey('a list of strings', example, isTexts);

/** The keys of a case. */
export const caseKeys: Readonly<Record<string, CaseKey>> = {
  schema: caseKey(`"${CASE_SCHEMA}"`, `"schema": "${CASE_SCHEMA}"`, (value) => value === CASE_SCHEMA, true),
  name: caseKey(
    'a sentence that describes the test',
    '"name": "blocks a forced push"',
    (value) => isText(value) && value.trim() !== '',
    true,
  ),
  event: caseKey('the name of an event', '"event": "PreToolUse"', isText, true),
  payload: caseKey(
    'the fields of the event',
    '"payload": {"tool_name": "Bash", "tool_input": {"command": "ls"}}',
    isJsonObject,
  ),
  env: caseKey('variables with their values', '"env": {"SLACK_CHANNEL": "#test"}', isVariables),
  files: caseKey(
    'file contents by path, relative to the working directory',
    '"files": {"notes/a.txt": "content"}',
    (value) => isFiles(value, isText),
  ),
  options: caseKey('the options of the package', '"options": {"limit": 5}', isJsonObject),
  model: caseKey(
    'the replies of the model, turn by turn: each has `output`, `text` or `calls`',
    '"model": [{"output": {"decision": "block", "reason": "no"}}]',
    (value) => Array.isArray(value) && value.every(isScriptedTurn),
  ),
  service: caseKey(
    'an object of `status`, `headers` and `body`: the response of a service whose URL is `<service>` in `options`',
    '"service": {"body": {"decision": "block"}}, "options": {"address": "<service>"}',
    isService,
  ),
  expect: caseKey(
    'at least one key that is compared',
    '"expect": {"decision": "block"}',
    (value) => isJsonObject(value) && Object.keys(value).length > 0,
    true,
  ),
};

/** The keys of `expect`: of the decision, the result of the hook itself, and files. */
export const expectKeys: Readonly<Record<string, CaseKey>> = {
  decision: oneOf(['none', 'allow', 'ask', 'block'], '"decision": "block"'),
  reason: textOrNull('"reason": "/forced push/"'),
  outcome: oneOf(
    ['success', 'blocking', 'non_blocking_error', 'canceled', 'skipped'],
    '"outcome": "blocking"',
  ),
  cause: textOrNull('"cause": "TIMEOUT"'),
  input: objectOrNull('"input": {"command": "ls"}'),
  output: caseKey('a value', '"output": {"stdout": "[redacted]"}', () => true),
  changed: texts('"changed": ["timeout"]'),
  context: texts('"context": ["/branch main/"]'),
  feedback: texts('"feedback": ["/3 tests fail/"]'),
  followUps: texts('"followUps": ["Run the tests."]'),
  messages: listOrNull('a list of messages or null', '"messages": null'),
  hints: texts('"hints": ["/never push/"]'),
  tools: listOrNull('a list of tools or null', '"tools": ["Read"]'),
  callback: objectOrNull('"callback": null'),
  halt: objectOrNull('"halt": {"reason": "/budget/"}'),
  userMessages: texts('"userMessages": []'),
  suppressOutput: caseKey('true or false', '"suppressOutput": false', (value) => typeof value === 'boolean'),
  dropped: texts('"dropped": []'),
  files: caseKey(
    'file contents, or null for a missing file, by path relative to the working directory',
    '"files": {"log.txt": "/done/"}',
    (value) => isFiles(value, (content) => isNull(content) || isText(content)),
  ),
};

/** One turn of the scripted model of a case: its final output, text, or calls of tools. */
export type ScriptedTurn =
  | { readonly output: JsonObject }
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly input: JsonObject }[] };

function isScriptedTurn(value: unknown): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return false;
  const { output, text, calls } = value;
  return isJsonObject(output) || typeof text === 'string' || (Array.isArray(calls) && calls.every(isCall));
}

function isCall(value: unknown): boolean {
  return isJsonObject(value) && typeof value['name'] === 'string' && isJsonObject(value['input']);
}

/**
 * A model that returns what a case has written down. So a case tests everything but the model itself: whether the hook runs,
 * what it may return, and the resulting decision.
 */
export function scriptedModel(turns: readonly ScriptedTurn[]): ModelCaller {
  let next = 0;
  return async ({ outputSchema }) => {
    const turn = turns[next++];
    if (turn === undefined) {
      const output = turns.length === 0 ? 'has no `model`' : `has only ${turns.length} turns under \`model\``;
      throw new Error(`a test case uses no real model, and this one ${output}`);
    }
    if ('text' in turn) return reply(turn.text, []);
    if ('calls' in turn)
      return reply(
        '',
        turn.calls.map(({ name, input }, index) => toCall(name, input, index)),
      );
    // A prompt hook returns text, an agent hook ends with a call.
    return outputSchema === null
      ? reply('', [toCall('StructuredOutput', turn.output, 0)])
      : reply(JSON.stringify(turn.output), []);
  };
}

function toCall(name: string, input: JsonObject, index: number): ModelToolCall {
  return { id: `call-${index}`, name, input: JSON.stringify(input) };
}

function reply(text: string, calls: readonly ModelToolCall[]): ModelReply {
  return { text, calls, isCutOff: false, inputTokens: 0, outputTokens: 0 };
}
