import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../../../test/support/scratch.ts';
import { applyAttach, applyDetach } from './apply-changes.ts';
import { readAttachRecord } from './attach-record.ts';
import { planAttach } from './plan-attach.ts';
import { planDetach } from './plan-detach.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const places = () => ({
  home: scratch.home,
  projectDir: scratch.project,
  stateDir: scratch.state,
  environment: null,
});
const attach = (agent: string) => planAttach(agent, 'user', new Set(), places()).changes;
const detach = (agent: string): void => {
  const { changes, gone } = planDetach(agent, null, places());
  applyDetach(scratch.state, agent, changes, gone);
};
const settings = (): string => join(scratch.home, '.claude', 'settings.json');

it('what was changed after it was shown is not written', () => {
  mkdirSync(join(settings(), '..'));
  writeFileSync(settings(), '{"a":1}');
  const changes = attach('claude-code');
  writeFileSync(settings(), '{"a":2}');
  expect(() => applyAttach(scratch.state, 'claude-code', changes)).toThrow(
    expect.objectContaining({ code: 'ATTACH_CHANGED' }),
  );
  expect(readFileSync(settings(), 'utf8')).toBe('{"a":2}');
  expect(readAttachRecord(scratch.state, 'claude-code').record.files).toEqual([]);
});

it('what could be written in part only is recorded, and taken back', () => {
  const config = join(scratch.home, '.openclaw', 'openclaw.json');
  mkdirSync(join(config, '..'));
  writeFileSync(config, '{}');
  // The owner of the last of them is one that no file can be given.
  const changes = attach('openclaw').map((fileChange) => {
    const { found } = fileChange.file;
    return found === null
      ? fileChange
      : { ...fileChange, file: { ...fileChange.file, found: { ...found, uid: -5 } } };
  });
  expect(() => applyAttach(scratch.state, 'openclaw', changes)).toThrow(
    expect.objectContaining({ code: 'ATTACH_INTERRUPTED' }),
  );
  const plugin = join(scratch.home, '.openclaw', 'hookmd-plugin');
  expect(existsSync(join(plugin, 'index.js'))).toBe(true);
  detach('openclaw');
  expect(readFileSync(config, 'utf8')).toBe('{}');
  expect(existsSync(plugin)).toBe(false);
});

it('a record that was written before anything else changes nothing for who detaches', () => {
  mkdirSync(join(settings(), '..'));
  writeFileSync(settings(), '{"a":1}');
  applyAttach(scratch.state, 'claude-code', attach('claude-code'));
  // As after a kill between the record and the settings.
  writeFileSync(settings(), '{"a":1}');
  detach('claude-code');
  expect(readFileSync(settings(), 'utf8')).toBe('{"a":1}');
  expect(readAttachRecord(scratch.state, 'claude-code').record.files).toEqual([]);
});
