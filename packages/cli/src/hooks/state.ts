import type { Issue } from '@hookmd/core/errors';
import type { State } from '@hookmd/core/registry';
import type { Output, Paint } from '../ui/output.ts';

interface Look {
  readonly utf8: string;
  readonly ascii: string;
  readonly style: Paint;
}

const looks: Readonly<Record<State, Look>> = {
  ready: { utf8: '✓', ascii: '+', style: 'green' },
  disabled: { utf8: '–', ascii: '-', style: 'dim' },
  ineligible: { utf8: '✗', ascii: 'x', style: 'red' },
  untrusted: { utf8: '✗', ascii: 'x', style: 'yellow' },
  changed: { utf8: '!', ascii: '!', style: 'yellow' },
  linked: { utf8: '→', ascii: '>', style: 'cyan' },
  unpinned: { utf8: '!', ascii: '!', style: 'yellow' },
  shadowed: { utf8: '✗', ascii: 'x', style: 'dim' },
  invalid: { utf8: '✗', ascii: 'x', style: 'red' },
};

/** A state is always a word, with a glyph beside it. */
export function stateText(output: Output, state: State): string {
  const { utf8, ascii, style } = looks[state];
  return output.paint(style, `${output.glyph(utf8, ascii)} ${state}`);
}

/** What a person needs to know in one line: will it run? */
export const stateMeaning: Readonly<Record<State, string>> = {
  ready: 'it runs',
  disabled: 'it will not run',
  ineligible: 'it will not run',
  untrusted: 'it will not run',
  changed: 'the approved bytes run, not these',
  linked: 'your working copy runs',
  unpinned: 'it runs, and its files are not pinned',
  shadowed: 'another package of this name runs',
  invalid: 'it cannot run',
};

export function tick(output: Output, ok: boolean): string {
  return ok ? output.paint('green', output.glyph('✓', '+')) : output.paint('red', output.glyph('✗', 'x'));
}

const marks: Readonly<Record<Issue['severity'] | 'ok' | 'skipped', Look>> = {
  ok: { utf8: '✓', ascii: '+', style: 'green' },
  hint: { utf8: '✓', ascii: '+', style: 'green' },
  warning: { utf8: '!', ascii: '!', style: 'yellow' },
  error: { utf8: '✗', ascii: 'x', style: 'red' },
  skipped: { utf8: '–', ascii: '-', style: 'dim' },
};

/** How bad the worst is that was found; `skipped` = nobody looked. */
export function severityMark(output: Output, worst: keyof typeof marks): string {
  const { utf8, ascii, style } = marks[worst];
  return output.paint(style, output.glyph(utf8, ascii));
}
