import { describe, expect, it } from 'vitest';
import { findSimilarName } from './npm.ts';

describe('a name is told to be nearly another', () => {
  it.each([
    ['block-dangerou', 'block-dangerous'],
    ['block-dangerouss', 'block-dangerous'],
    ['block-dangeruos', 'block-dangerous'],
    ['b1ock-dangerous', 'block-dangerous'],
    ['block_dangerous', 'block-dangerous'],
    ['blockdangerous', 'block-dangerous'],
    ['@acne/guards', '@acme/guards'],
    ['@acme/gaurds', '@acme/guards'],
    ['@evil/block-dangerou', 'block-dangerous'],
    ['guard', '@acme/guards'],
  ])('%s of %s', (name, known) => expect(findSimilarName(name, ['other', known])).toBe(known));

  it.each([
    ['block-dangerous', 'block-dangerous'],
    ['@acme/guards', 'guards'],
    ['block', 'block-dangerous'],
    ['lint', 'list-of-things'],
  ])('%s is not, of %s', (name, known) => expect(findSimilarName(name, [known])).toBeNull());

  it('but not where it is one that is there, beside another that is near', () => {
    expect(findSimilarName('guards', ['guard', 'guards'])).toBeNull();
  });
});
