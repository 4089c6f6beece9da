import { expect, it } from 'vitest';
import { maskedPatch } from './settings-file.ts';

/** What is shown of a document that gets a line of ours. */
function shown(before: string, after: string, ownTexts: readonly string[]): string {
  const path = '/nowhere/settings.json';
  const [bytes, mode] = [Buffer.from(before), 0o600];
  const found = { bytes, text: before, isMarked: false, mode, uid: 0, gid: 0 };
  const state = { bytes: Buffer.from(after), mode };
  const file = { path, target: path, found };
  return maskedPatch({ file, scope: 'user', after: state, original: null, ownTexts }) ?? '';
}

const ours = '"/bin/hooks-fire x Y"';

it.each([
  ['the value of a key', '{ "key": "hunter2" }'],
  ['an entry of a list', '{ "args": ["--token", "hunter2"] }'],
  ['an entry on a line of its own', '{ "args": [\n"hunter2"\n] }'],
  ['a value behind a quote in a comment', '{ /* 12" */ "key": "hunter2" }'],
  ['a value with a comment sign in it', '{ "at": "https://hunter2", "key": "hunter2" }'],
  ['a value that was commented out', '{ // "key": "hunter2"\n}'],
  ['a value behind a quote of its own', '{ "key": "a\\"hunter2" }'],
])('%s is hidden beside what we write', (_, document) => {
  const patch = shown(document, document.replace(/\}$/, `, "command": ${ours} }`), [ours]);
  expect(patch).toContain(`"command": ${ours}`);
  expect(patch).toContain('"…"');
  expect(patch).not.toContain('hunter2');
});

it('names of keys are shown', () => {
  const patch = shown('{ "KEY" : "hunter2" }', `{ "KEY" : "hunter2", "command": ${ours} }`, [ours]);
  expect(patch).toContain('+{ "KEY" : "…", "command"');
});
