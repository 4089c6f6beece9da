import { describe, expect, it } from 'vitest';
import { sections } from '../conformance/ids.ts';
import type { Row } from '../conformance/row.ts';
import { rows } from '../conformance/rows.ts';

/** A pipe would end the cell of a table, also in code. */
const inCell = (text: string): string => text.replaceAll('|', '\\|');

function toLine({ id, source, says: message, cases = [], excluded }: Row): string {
  const tested = excluded === undefined ? String(cases.length) : `excluded: ${excluded}`;
  return `| ${[id, message, source, tested].map(inCell).join(' | ')} |`;
}

function toSection({ prefix, title }: (typeof sections)[number]): string {
  const lines = (rows[prefix] ?? []).map(toLine);
  return `## ${title}\n\n| Row | Feature | From | Cases |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

describe('docs/specification.md', () => {
  it('lists every row of the conformance suite', async () => {
    const page = `# Specification

Generated from the rows of \`test/conformance\` by a test. Comments and tests cite these rows by their ID, for example "H16".
"From" names the document that asks for the feature: Kodelet, MicroClaw's RFC, the pattern page, OpenClaw, or HookMD itself. "Cases" counts the cases
that prove the row in \`npm test\` and \`npm run test:long\`; \`npm run conformance\` prints the same table in the terminal.

${sections.map(toSection).join('\n')}`;
    expect(page).toContain('| H16 |');
    await expect(page).toMatchFileSnapshot('../../docs/specification.md');
  });
});
