/** The table, for a terminal and for docs/agents.md alike. */
import { readFileSync } from 'node:fs';
import { release, type } from 'node:os';
import { claims } from './claims.mjs';
import { outcomes } from './outcome.mjs';

/** What a hook does, in words, by the claim that tests it. */
const effects = JSON.parse(readFileSync(new URL('effects.json', import.meta.url), 'utf8'));

const head = ['agent', 'version', 'seen', ...claims.map(({ id }) => id)];

export function agentsTable(results) {
  const lines = results.map(({ agent, ...result }) => [
    ...[agent.title, versionOf(agent), result.date ?? '–'],
    ...cellsOf(result),
  ]);
  const widths = head.map((_, column) => Math.max(3, ...[head, ...lines].map((line) => line[column].length)));
  const format = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
}

/**
 * Returns the result of an agent from an earlier page, if that tested the same version and the same claims; otherwise null. So a run of
 * one agent does not need the others.
 */
export function resultIn(page, agent) {
  const rows = page.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  if (!rows.some((cells) => cells.join() === head.join())) return null;
  const found = rows.find(([title, version]) => title === agent.title && version === versionOf(agent));
  if (found === undefined || found.includes('skipped')) return null;
  const [, , date, ...cells] = found;
  return { agent, date, cells };
}

/** Returns remarks about agents that were skipped or differ from their rows, and the counts. */
export function remarks(results, isOffline) {
  const skipped = results.filter((one) => one.skipped !== undefined);
  const wrong = results.filter(({ isFine }) => isFine === false);
  const network = isOffline ? 'without a network' : 'with the network of this machine';
  return [
    ...skipped.map(({ agent, skipped: why }) => `${agent.title} is skipped: ${why}`),
    ...wrong.map(({ agent, problem, dir }) =>
      problem === undefined ? `${agent.title} ran in ${dir}` : `${agent.title} could not run: ${problem}`,
    ),
    `${results.length - skipped.length} ran ${network}, ${skipped.length} skipped, ${wrong.length} differ from their rows`,
  ];
}

export function agentsPage(results, isOffline) {
  return `${[
    '# Tested agents',
    '',
    'This page shows what hooks can do in each agent, as tests with the real programs found. [What agents honor](reference/agents.md) lists the same for each event.',
    '',
    '![Matrix of nine agents and the effects of hooks that work in each](images/agents.svg)',
    '',
    '## What does not work',
    '',
    '| in | this does not work | because |',
    '|---|---|---|',
    ...results.flatMap(({ agent, cells }) => (cells === undefined ? [] : reasonsOf(agent, cells))),
    ...skippedOf(results),
    '',
    '## Test results',
    '',
    'Each agent was installed from the npm registry, attached by `hooks attach` in its own home and project, and ran without a terminal against a scripted model',
    `${isOffline ? '(no network but loopback)' : '(with a network)'} on ${type()} ${release().split('-')[0]}. The results come from files on disk and from the requests to the model, never from what the agent reports.`,
    'Each row has the date of its run; `npm run test:agents -- --write` writes this page.',
    '',
    agentsTable(results),
    '',
    ...Object.entries(outcomes)
      .filter(([word, { isFine }]) => isFine || results.some(({ cells }) => cells?.includes(word)))
      .map(([word, { description }]) => `- \`${word}\`: ${description}`),
    '',
    '| column | expected result | event and effect |',
    '|---|---|---|',
    ...claims.map(
      ({ id, expected, of }) => `| \`${id}\` | ${expected} | ${of === null ? '–' : of.join(': ')} |`,
    ),
  ].join('\n')}\n`;
}

function cellsOf({ cells, skipped }) {
  return cells ?? claims.map(() => (skipped === undefined ? 'fails' : 'skipped'));
}

function versionOf({ package: wanted }) {
  return wanted.slice(wanted.lastIndexOf('@') + 1);
}

function reasonsOf({ name, cannot = {} }, cells) {
  return claims
    .filter((_, column) => cells[column] === 'cannot')
    .map(({ id }) => `| [${name}](agents/${name}.md) | ${effects[id]} (\`${id}\`) | ${cannot[id]} |`);
}

function skippedOf(results) {
  const skipped = results.filter((one) => one.skipped !== undefined);
  if (skipped.length === 0) return [];
  return ['', '## Skipped', '', ...skipped.map(({ agent, skipped: why }) => `- ${agent.title}: ${why}`)];
}
