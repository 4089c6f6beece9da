import type { Issue } from '@hookmd/core/errors';
import type { State } from '@hookmd/core/registry';
import type { Output, Paint } from '../ui/output.ts';
import type { ShownState } from './health.ts';

type Look = readonly [utf8: string, ascii: string, style: Paint];

const done: Look = ['✓', '+', 'green'];
const off: Look = ['–', '-', 'dim'];
const wrong: Look = ['✗', 'x', 'red'];
const attention: Look = ['!', '!', 'yellow'];

const looks: Readonly<Record<ShownState, Look>> = {
  ready: done,
  failing: attention,
  disabled: off,
  ineligible: wrong,
  unapproved: ['✗', 'x', 'yellow'],
  changed: attention,
  linked: ['→', '>', 'cyan'],
  unpinned: attention,
  conflict: ['✗', 'x', 'dim'],
  invalid: wrong,
};

const marks: Readonly<Record<Issue['severity'] | 'ok' | 'skipped', Look>> = {
  ok: done,
  hint: done,
  warning: attention,
  error: wrong,
  skipped: off,
};

function paintLook(output: Output, [utf8, ascii, style]: Look, word = ''): string {
  return output.paint(style, output.glyph(utf8, ascii) + word);
}

/** A state is always a word, with a glyph beside it. */
export function stateText(output: Output, state: ShownState): string {
  return paintLook(output, looks[state], ` ${state}`);
}

export function tick(output: Output, ok: boolean): string {
  return paintLook(output, ok ? done : wrong);
}

/** The worst severity that was found; `skipped` = it was not checked. */
export function severityMark(output: Output, worst: keyof typeof marks): string {
  return paintLook(output, marks[worst]);
}

/** Whether the hook runs, in one line. */
export const stateMeaning: Readonly<Record<State, string>> = {
  ready: 'enabled and approved',
  disabled: 'it will not run',
  ineligible: 'it will not run',
  unapproved: 'it will not run',
  changed: 'the approved version runs, not this one',
  linked: 'your working copy runs',
  unpinned: 'it runs, and its files are not pinned',
  conflict: 'another package of this name runs',
  invalid: 'it cannot run',
};
