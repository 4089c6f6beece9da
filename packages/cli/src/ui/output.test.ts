import { describe, expect, it } from 'vitest';
import { alignColumns, cut, wrap, wrapUnder } from './output.ts';

const red = (text: string): string => `\x1b[31m${text}\x1b[39m`;

describe('wrap', () => {
  it('breaks between words, and keeps the blanks inside a line', () => {
    expect(wrap('one  two three', 9)).toEqual(['one  two', 'three']);
  });

  it('keeps a command in backticks whole, so that it can be copied', () => {
    expect(wrap('then run `hooks enable guard`.', 20)).toEqual(['then run', '`hooks enable guard`.']);
  });

  it('leaves a word that is wider than the screen to the terminal', () => {
    expect(wrap(`digest ${'x'.repeat(30)}`, 20)).toEqual(['digest', 'x'.repeat(30)]);
  });

  it('counts no colour', () => {
    expect(wrap(red('four four'), 9)).toEqual([red('four four')]);
  });

  it('begins further lines where the first began', () => {
    expect(wrapUnder('  one two three', 9, '  ')).toBe('  one two\n    three');
  });
});

describe('cut', () => {
  it('marks what is missing, and ends the colour', () => {
    expect(cut(red('ineligible'), 5)).toBe(red('inel…'));
  });

  it('marks once, also where several colours are cut', () => {
    expect(cut(`${red('abc')}${red('def')}`, 3)).toBe(`${red('ab…')}${red('')}`);
  });
});

describe('alignColumns', () => {
  const rows = [
    ['name', 'a few words that are too wide'],
    ['longer name', 'short'],
  ];

  it('goes on under the last cell where that is too wide', () => {
    const text = 'words that take more than the forty columns';
    expect(alignColumns([['name', text]], { width: 40 })).toEqual([
      'name  words that take more than the',
      '      forty columns',
    ]);
  });

  it('puts the last cell below the others where there is hardly room', () => {
    expect(alignColumns(rows, { width: 34, indent: '  ' })).toEqual([
      '  name',
      '      a few words that are too',
      '      wide',
      '  longer name  short',
    ]);
  });

  it('cuts where one line is what counts', () => {
    expect(alignColumns(rows, { width: 26, tooWide: 'cut' })[0]).toBe('name         a few words …');
  });

  it('breaks and cuts nothing without a width', () => {
    expect(alignColumns(rows)[0]).toBe('name         a few words that are too wide');
  });
});
