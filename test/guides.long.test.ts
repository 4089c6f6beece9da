import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Registry, startRegistry } from './support/registry.ts';
import { makeScratch } from './support/scratch.ts';
import { asPattern, commandsOf, typeWhileServing } from './support/shown-output.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guides = readdirSync(join(root, 'docs/guides')).map((file) => file.replace(/\.md$/, ''));

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

describe.each(guides)('the guide %s', (name) => {
  const file = join(root, 'docs/guides', `${name}.md`);
  const text = readFileSync(file, 'utf8');
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
    expect(blocks.some((block) => 'command' in block)).toBe(true);
    for (const block of blocks) {
      if ('file' in block) {
        const path = block.file.replace('~', scratch.home);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, block.text);
        continue;
      }
      const shown = await typeWhileServing(block.command, scratch);
      expect(shown, block.command).toMatch(asPattern(block.output));
    }
  });
});
