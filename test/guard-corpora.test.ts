import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const quality = join(root, 'scripts/quality');
const load = (name: string) => import(pathToFileURL(join(quality, name)).href);
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

interface Guard {
  readonly name: string;
  readonly evaluate: (command: string) => string | null;
}

const { loadGuards } = await load('guards.mjs');
const { openLabels } = await load('labels.mjs');
const { readClaims } = await load('claims.mjs');
const guards: readonly Guard[] = await loadGuards(pathToFileURL(`${join(root, 'hooks')}/`));
const labelOf = openLabels(readJson(join(quality, 'labels.json')));
const claims: readonly { guard: string; text: string }[] = readClaims(
  join(root, 'test/corpora/dangerous.txt'),
);
const everyday: readonly string[] = readJson(join(root, 'test/corpora/everyday.json')).flatMap(
  ({ commands }: { commands: readonly string[] }) => commands,
);

/** Lower these when a rule gets better. Nothing raises them. */
const ceilings: Readonly<Record<string, { falseBlocks: number; blocks: number; missed: number }>> = {
  'block-dangerous': { falseBlocks: 4, blocks: 82, missed: 0 },
  'git-safety': { falseBlocks: 0, blocks: 3, missed: 0 },
  'infra-safety': { falseBlocks: 1, blocks: 12, missed: 0 },
  'no-force-push': { falseBlocks: 0, blocks: 0, missed: 0 },
  'protect-paths': { falseBlocks: 2, blocks: 6, missed: 0 },
};

describe.each(guards)('$name on the commands of test/corpora', ({ name, evaluate }) => {
  const ceiling = ceilings[name];
  const blocks = everyday.filter((text) => evaluate(text) !== null);

  it('blocks no everyday command without a label in scripts/quality/labels.json', () => {
    expect(blocks.filter((text) => labelOf(name, text).label === 'unlabeled')).toEqual([]);
  });

  it('blocks no more everyday commands than it did', () => {
    const wrong = blocks.filter((text) => labelOf(name, text).label === 'false');
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(ceiling?.falseBlocks ?? 0);
    expect(blocks.length).toBeLessThanOrEqual(ceiling?.blocks ?? 0);
  });

  it('misses no more of its claims than it did', () => {
    const missed = claims.filter(({ guard, text }) => guard === name && evaluate(text) === null);
    expect(missed.length, missed.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(
      ceiling?.missed ?? 0,
    );
  });
});
