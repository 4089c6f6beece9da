import { expect, it } from 'vitest';
import { findDirectoryOption } from './wrappers.ts';

it.each([
  ['env -C a rm x', 'a'],
  ['env -Ca rm x', 'a'],
  ['env -iu A -C a B=1 rm x', 'a'],
  ['env --chdir=a rm x', 'a'],
  ['env --chdir a rm x', 'a'],
  ['sudo -u me -D a rm x', 'a'],
  ['sudo --user me --chdir a rm x', 'a'],
  ['env -C a -C b rm x', 'b'],
  ['env A=1 tar -C a', undefined],
  ['sudo make -D a', undefined],
  ['sudo -C 3 rm x', undefined],
  ['env -- -C a', undefined],
  ['make -C a', undefined],
])('the directory of %s', (command, expected) => {
  const words = command.split(' ');
  expect(findDirectoryOption(words[0] ?? '', words)).toBe(expected);
});
