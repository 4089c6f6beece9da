import { expect, it } from 'vitest';
import { describeWhen } from './describe.ts';

const whenOf = (matcher: string): string =>
  describeWhen({ matcher, condition: null, events: [] } as unknown as Parameters<typeof describeWhen>[0]);

it.each([
  ['shell', 'shell commands'],
  ['edit|write', 'file edits, file writes'],
  ['shell|Task', 'shell|Task'],
  // A name that every object has is a matcher like any other: what is approved is shown.
  ['constructor', 'constructor'],
  ['toString|valueOf', 'toString|valueOf'],
])('the matcher %s reads as %s', (matcher, text) => {
  expect(whenOf(matcher)).toBe(text);
});
