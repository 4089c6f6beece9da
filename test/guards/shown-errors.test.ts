import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue, errorTopics } from '@hookmd/core/errors';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../packages/cli/src/command-line/table.ts';

const test = join(import.meta.dirname, '..');
const textsOf = (directory: string, end: string): string =>
  readdirSync(join(test, directory))
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(join(test, directory, name), 'utf8'))
    .join('\n');
const scenarios = textsOf('scenarios', '.txt');
const rows = textsOf('conformance', '.ts');
/** A package of its own, which no scenario has installed. */
const fleetTests = ['attacks', 'releases', 'ship']
  .map((name) => readFileSync(join(test, `fleet-${name}.long.test.ts`), 'utf8'))
  .join('\n');

/** Codes that no scenario and no conformance row shows, and why. */
const notShown: Readonly<Record<string, string>> = {
  INTERNAL: 'a bug that we could write down would be mended',
  STATE_LOCKED: 'takes as long as the lock is waited for; state/lock.test.ts',
  NODE_TOO_OLD: 'takes another Node than the one that runs the tests',
  LEFT_LOCK: 'takes a holder that died; doctor-leftovers.long.test.ts',
  LEFT_PROCESS: 'takes a process that outlives the test; doctor-leftovers.long.test.ts',
  RUNTIME_STUCK: 'takes a runtime that is stopped; long/runtime.test.ts',
  NPM_MISSING: 'takes a machine without npm; fetch-from-npm.long.test.ts',
  VERSION_NOT_FOUND: 'takes a registry; fetch-from-npm.long.test.ts',
  RELEASE_TOO_NEW: 'takes a registry; fetch-from-npm.long.test.ts',
  RELEASE_DEPRECATED: 'takes a registry; fetch-from-npm.long.test.ts',
  NAME_CONFUSING: 'takes a registry; fetch-from-npm.long.test.ts',
  INTEGRITY_MISMATCH: 'takes a registry or a tarball that changes; fetch-from-npm.long.test.ts',
  REGISTRY_RESPONSE: 'takes a registry; fetch-from-npm.long.test.ts',
  GIT_MISSING: 'takes a machine without git; fetch-from-git.long.test.ts',
  GIT_DIRECTORY_NOT_FOUND: 'takes a server of git; fetch-from-git.long.test.ts',
  GIT_REF_NOT_FOUND: 'takes a server of git; fetch-from-git.long.test.ts',
  INSTALL_INTERRUPTED: 'takes a server that never answers; faults/install-interrupted.long.test.ts',
  INSTALL_UNFINISHED: 'takes a state that cannot be written any more; faults/install-places.long.test.ts',
  INSTALL_RACED: 'takes somebody who is faster; faults/install-places.long.test.ts',
  ATTACH_CHANGED: 'takes somebody who is faster; attach/apply-changes.test.ts',
  ATTACH_INTERRUPTED: 'takes a disk that fails in between; attach/apply-changes.test.ts',
  MODEL_BY_NAME: 'thrown by the adapter of the AI SDK only; packages/ai-sdk/src/model-checks.fixture.ts',
  CONVERSATION_UNKNOWN:
    'thrown by the adapter of LangChain only; packages/langchain/src/session-checks.fixture.ts',
  OPTIONS_INVALID: 'thrown by the library only; packages/library/src/validation/options.test.ts',
  CALL_INVALID: 'thrown by the library only; packages/library/src/validation/methods.test.ts',
  AGENT_NOT_WRAPPED:
    'thrown by the adapter of the AI SDK only; packages/ai-sdk/src/wrong-call-checks.fixture.ts',
  RUN_CONTINUES: 'thrown by the adapter of the AI SDK only; packages/ai-sdk/src/wrong-call-checks.fixture.ts',
  RESULT_INVALID: 'a mistake of who uses the library; packages/library/src/validation/calls.test.ts',
  NOT_ROOT: 'takes another user than root, and the managed directory of this machine',
  RELEASE_INTERRUPTED: 'takes a signal while a file is fetched',
  RELEASE_REJECTED: 'takes a report of the TUF client that no row of rejections.ts knows',
  SESSION_NOT_WRITABLE: 'returned by the library only; sessions/sessions.test.ts',
};

/** By its code, or where a person sees no code by its sentence. */
function isShown(code: string, message: string): boolean {
  const [sentence = ''] = message.split(/\. Nothing was /);
  const piece = sentence.split(/\{\w+\}/).sort((a, b) => b.length - a.length)[0] ?? '';
  const has = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  if (has(scenarios, code) || has(rows, code)) return true;
  if (code in (errorTopics()['Many machines'] ?? {}) && has(fleetTests, code)) return true;
  // As a reason in `hooks info`.
  if (code.includes('_') && has(scenarios, code.toLowerCase().replaceAll('_', ' '))) return true;
  return piece.length > 20 && scenarios.includes(piece);
}

describe('the error catalogue', () => {
  it('has no code that neither a scenario nor a conformance row shows', () => {
    const missing = Object.entries(catalogue())
      .filter(([code, { message }]) => !isShown(code, message))
      .map(([code]) => code)
      .filter((code) => notShown[code] === undefined);
    expect(missing).toEqual([]);
  });

  it('is left out only where nothing shows it', () => {
    const entries = Object.entries(catalogue()).filter(([code]) => notShown[code] !== undefined);
    expect(entries).toHaveLength(Object.keys(notShown).length);
    expect(entries.filter(([code, { message: text }]) => isShown(code, text))).toEqual([]);
  });
});

describe('the scenarios', () => {
  it.each(commandNames)('play `hooks %s`', (name) => {
    expect(scenarios).toMatch(new RegExp(`^\\$ .*hooks ${name}\\b`, 'm'));
  });

  it('show no control character of anybody', () => {
    const outputs = scenarios.replace(/^-- .* --\n(?:(?!# ).*\n)*/gm, '');
    expect(outputs.match(/^.*‹U\+.*$/gm)).toBeNull();
  });

  it('of help show every command', () => {
    const help = readFileSync(join(test, 'scenarios/help.txt'), 'utf8');
    for (const name of commandNames) expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
});
