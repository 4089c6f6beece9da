import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const entryOf = (directory: string): string =>
  join(import.meta.dirname, `../../packages/${directory}/src/index.ts`);

interface Declaration {
  readonly name: string;
  /** With its comment, as it stands in the source; of a function the head alone. */
  readonly text: string;
}

/** With its comment: an interface to its brace, a type to the semicolon that no line is indented behind, of a function its head. */
const DECLARATION =
  /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface (\w+)[\s\S]*?\n\}|type (\w+)[\s\S]*?;(?=\n(?! ))|(?:async )?function (\w+)[^\n]*(?= \{\n))/g;

/** The exported declarations of a file, in its order. All of them are written out: nothing public is inferred. */
function declarationsIn(file: string): readonly Declaration[] {
  const found = readFileSync(file, 'utf8').matchAll(DECLARATION);
  return [...found].map(([text, ...names]) => ({
    name: names.find((name) => name !== undefined) ?? '',
    text,
  }));
}

/** What an entry exports, in the order in which it says so. */
function publicDeclarations(entry: string): readonly Declaration[] {
  const exported = [
    ...readFileSync(entry, 'utf8').matchAll(/^export (?:type )?(\*|\{[^}]*\}) from '([^']+)';$/gm),
  ];
  return exported.flatMap(([, names = '', path = '']) => {
    if (path === '@hookmd/core/events') return [];
    const declarations =
      path === '@hookmd/core'
        ? publicDeclarations(entryOf('core'))
        : declarationsIn(join(dirname(entry), path));
    if (names === '*') return declarations;
    const wanted = [...names.matchAll(/(\w+)(?=[,\s}])/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'type');
    return wanted.map((name) => {
      const item = declarations.find((declaration) => declaration.name === name);
      if (item === undefined) throw new Error(`${path} declares no ${name}`);
      return item;
    });
  });
}

describe('the public library', () => {
  it('is what its page shows: a change of it is seen, and meant', async () => {
    const declared = publicDeclarations(entryOf('library'));
    expect(declared.length).toBeGreaterThan(40);
    const page = `# Everything that \`@hookmd/library\` exports

Generated from the sources by a test. What it is for: [the library](../library.md). Types of events, decisions and JSON are those of \`@hookmd/core/events\`; the library exports the ones that it names.

\`\`\`ts
${declared.map(({ text }) => text).join('\n\n')}
\`\`\`
`;
    await expect(page).toMatchFileSnapshot('../../docs/reference/library.md');
  });
});
