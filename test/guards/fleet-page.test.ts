import { expect, it } from 'vitest';
import { actions } from '../../packages/fleet/src/actions.ts';

it('every action of `hooks fleet` is on the page about them', async () => {
  const sections = await Promise.all(
    Object.entries(actions).map(async ([name, { load }]) => {
      const { usage, about, options, examples } = (await load()).action;
      const rows = options.map(({ flags, about: text }) => `| \`${flags}\` | ${text} |`);
      return `## \`hooks fleet ${`${name} ${usage}`.trim()}\`

${about}

| Option | |
|---|---|
${rows.join('\n')}

\`\`\`sh
${examples.join('\n')}
\`\`\`
`;
    }),
  );
  const page = `# All actions of \`hooks fleet\`

Generated from the sources by a test. Use this page to look up an option; [the guide](from-one-machine-to-a-thousand.md) shows the way. Every action takes \`--json\` and \`--help\`.

Exit codes: 0 success, 1 no (a check failed, a release was rejected, a receiver is away), 2 usage or configuration error, 3 bug.

${sections.join('\n')}`;
  await expect(page).toMatchFileSnapshot('../../docs/fleet/actions.md');
});
