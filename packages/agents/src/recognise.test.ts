import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recogniseAgent } from './recognise.ts';

/** A variable that each of them set in what it started. */
const variables: Readonly<Record<string, string>> = {
  codex: 'CODEX_MANAGED_PACKAGE_ROOT',
  copilot: 'COPILOT_CLI',
  'gemini-cli': 'GEMINI_SESSION_ID',
  'qwen-code': 'QWEN_PROJECT_DIR',
  cline: 'CLINE_BUILD_ENV',
};

describe.each(Object.entries(variables))('%s', (name, variable) => {
  const folder = join(import.meta.dirname, name, 'recorded');
  const recorded = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));

  it('is known by what it sends and sets', () => {
    // Several of them set this one too.
    const environment = { CLAUDE_PROJECT_DIR: '/p', [variable]: 'x' };
    expect([...new Set(recorded.map((payload) => recogniseAgent(payload, environment)))]).toEqual([name]);
  });
});

it('an agent that runs in a terminal of another is known by what it sends', () => {
  const around = { CLAUDECODE: '1', GEMINI_SESSION_ID: 's' };
  expect(recogniseAgent({ turn_id: 't', model: 'm', permission_mode: 'default' }, around)).toBe('codex');
  expect(recogniseAgent({ clineVersion: '' }, around)).toBe('cline');
});

it('who sends and sets nothing of anybody is nobody', () => {
  expect(recogniseAgent({ hook_event_name: 'Stop' }, { PATH: '/bin' })).toBeNull();
});
