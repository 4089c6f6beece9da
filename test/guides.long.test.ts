import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Registry, startRegistry } from './support/registry.ts';
import { makeScratch } from './support/scratch.ts';
import { asPattern, commandsOf, typeWhileServing } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['start', 'guides', 'cookbook', 'troubleshoot', 'compare'].flatMap((directory) =>
  readdirSync(join(root, 'docs', directory)).map((file) => `${directory}/${file}`),
);

/** A file to write, or a command with what it prints. */
type Block =
  | { readonly file: string; readonly text: string }
  | { readonly command: string; readonly output: string };

/** In order: files (a line that is only `` `PATH`: ``, then a block) and the commands of console blocks. */
function blocksOf(text: string): readonly Block[] {
  const found = text.matchAll(/(?:^`(~\/[^`\n]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...found].flatMap(([, file, language, body = '']): Block[] => {
    if (file !== undefined) return [{ file, text: body }];
    return language === 'console' ? [...commandsOf(body)] : [];
  });
}

describe.each(pages)('docs/%s', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const scratch = makeScratch();
  let registry: Registry | null = null;
  afterAll(async () => {
    scratch.remove();
    await registry?.stop();
  });

  it('shows what its commands print', { timeout: 60_000 }, async () => {
    if (text.includes('npm publish')) {
      registry = await startRegistry();
      writeFileSync(join(scratch.home, '.npmrc'), registry.npmrc);
    }
    const blocks = blocksOf(text);
    const isPlayed = blocks.some((block) => 'command' in block);
    expect(isPlayed || !/^```(?!text|json)\w/m.test(text)).toBe(true);
    for (const block of blocks) {
      if ('file' in block) {
        const path = block.file.replace('~', scratch.home);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, block.text);
        if (block.text.startsWith('#!')) chmodSync(path, 0o755);
        continue;
      }
      const shown = await typeWhileServing(block.command, scratch);
      expect(shown, block.command).toMatch(asPattern(block.output));
    }
  });
});
