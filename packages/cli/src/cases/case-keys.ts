import { posix } from 'node:path';
import { isJsonObject } from '@hookmd/core/events';
import { isVariableName } from '@hookmd/core/manifest';
import { isCaseService } from './case-service.ts';
import { CASE_SCHEMA } from './package-case.ts';
import { isScriptedTurn } from './scripted-model.ts';

/** What may stand under one key of a case. */
export interface CaseKey {
  /** Completes "`key` must be …". */
  readonly expected: string;
  /** As it stands in the file. */
  readonly example: string;
  readonly isRequired?: true;
  holds(value: unknown): boolean;
}

/** The keys of a case. Source: contracts.md §10. */
export const caseKeys: Readonly<Record<string, CaseKey>> = {
  schema: {
    expected: `"${CASE_SCHEMA}"`,
    example: `"schema": "${CASE_SCHEMA}"`,
    isRequired: true,
    holds: (value) => value === CASE_SCHEMA,
  },
  name: {
    expected: 'a sentence that says what is tested',
    example: '"name": "blocks a forced push"',
    isRequired: true,
    holds: (value) => isText(value) && value.trim() !== '',
  },
  event: {
    expected: 'the name of an event',
    example: '"event": "PreToolUse"',
    isRequired: true,
    holds: isText,
  },
  payload: {
    expected: 'the fields of the event',
    example: '"payload": {"tool_name": "Bash", "tool_input": {"command": "ls"}}',
    holds: isJsonObject,
  },
  env: {
    expected: 'variables with their texts',
    example: '"env": {"SLACK_CHANNEL": "#test"}',
    holds: (value) =>
      isJsonObject(value) &&
      Object.entries(value).every(
        ([name, one]) => isVariableName(name) && isText(one) && !one.includes('\0'),
      ),
  },
  files: {
    expected: 'texts by their path below the working folder',
    example: '"files": {"notes/a.txt": "content"}',
    holds: (value) => isFiles(value, isText),
  },
  options: {
    expected: 'the options of the package',
    example: '"options": {"limit": 5}',
    holds: isJsonObject,
  },
  model: {
    expected: 'what its model says, turn by turn: each `answer`, `text` or `calls`',
    example: '"model": [{"answer": {"decision": "block", "reason": "no"}}]',
    holds: (value) => Array.isArray(value) && value.every(isScriptedTurn),
  },
  service: {
    expected:
      'an object of `status`, `headers` and `body`: what a service answers, whose address is `<service>` in `options`',
    example: '"service": {"body": {"decision": "block"}}, "options": {"address": "<service>"}',
    holds: isCaseService,
  },
  expect: {
    expected: 'at least one key that is compared',
    example: '"expect": {"decision": "block"}',
    isRequired: true,
    holds: (value) => isJsonObject(value) && Object.keys(value).length > 0,
  },
};

const textOrNull: Pick<CaseKey, 'expected' | 'holds'> = {
  expected: 'a text, a pattern as in "/…/", or null',
  holds: (value) => value === null || isText(value),
};
const texts: Pick<CaseKey, 'expected' | 'holds'> = {
  expected: 'a list of texts',
  holds: (value) => Array.isArray(value) && value.every(isText),
};
const objectOrNull: Pick<CaseKey, 'expected' | 'holds'> = {
  expected: 'an object or null',
  holds: (value) => value === null || isJsonObject(value),
};

/** The keys of `expect`: those of the decision, what became of the hook itself, and files. */
export const expectKeys: Readonly<Record<string, CaseKey>> = {
  decision: { ...oneOf('none', 'allow', 'ask', 'block'), example: '"decision": "block"' },
  reason: { ...textOrNull, example: '"reason": "/forced push/"' },
  outcome: {
    ...oneOf('success', 'blocking', 'non_blocking_error', 'cancelled', 'skipped'),
    example: '"outcome": "blocking"',
  },
  cause: { ...textOrNull, example: '"cause": "TIMEOUT"' },
  input: { ...objectOrNull, example: '"input": {"command": "ls"}' },
  output: { expected: 'a value', example: '"output": {"stdout": "[redacted]"}', holds: () => true },
  changed: { ...texts, example: '"changed": ["timeout"]' },
  context: { ...texts, example: '"context": ["/branch main/"]' },
  feedback: { ...texts, example: '"feedback": ["/3 tests fail/"]' },
  followUps: { ...texts, example: '"followUps": ["Run the tests."]' },
  messages: {
    expected: 'a list of messages or null',
    example: '"messages": null',
    holds: (value) => value === null || Array.isArray(value),
  },
  hints: { ...texts, example: '"hints": ["/never push/"]' },
  tools: {
    expected: 'a list of tools or null',
    example: '"tools": ["Read"]',
    holds: (value) => value === null || Array.isArray(value),
  },
  callback: { ...objectOrNull, example: '"callback": null' },
  halt: { ...objectOrNull, example: '"halt": {"reason": "/budget/"}' },
  userMessages: { ...texts, example: '"userMessages": []' },
  suppressOutput: {
    expected: 'true or false',
    example: '"suppressOutput": false',
    holds: (value) => typeof value === 'boolean',
  },
  dropped: { ...texts, example: '"dropped": []' },
  files: {
    expected: 'texts, or null for "no such file", by their path below the working folder',
    example: '"files": {"log.txt": "/done/"}',
    holds: (value) => isFiles(value, (one) => one === null || isText(one)),
  },
};

function oneOf(...words: readonly string[]): Pick<CaseKey, 'expected' | 'holds'> {
  return { expected: words.join(', '), holds: (value) => words.some((word) => word === value) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFiles(value: unknown, isContent: (one: unknown) => boolean): boolean {
  return (
    isJsonObject(value) && Object.entries(value).every(([path, one]) => isInside(path) && isContent(one))
  );
}

/** A path that cannot leave the folder it is joined to. */
function isInside(path: string): boolean {
  const normal = posix.normalize(path);
  const isFile = path !== '' && !path.endsWith('/') && normal !== '.';
  return isFile && !posix.isAbsolute(path) && normal.split('/')[0] !== '..' && !path.includes('\0');
}
