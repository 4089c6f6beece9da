/** The table, for a terminal and for docs/agents.md alike. */
import { release, type } from 'node:os';
import { claims } from './claims.mjs';
import { verdicts } from './verdict.mjs';

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
 * What a page says of an agent that was played before, with this version and about the same claims; null = nothing. So one agent can be
 * played again without the others.
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

/** What there is to say of agents that were not played, or did otherwise; in the end how many there were. */
export function remarks(results, isOffline) {
  const skipped = results.filter((one) => one.skipped !== undefined);
  const wrong = results.filter(({ isFine }) => isFine === false);
  const network = isOffline ? 'without a network' : 'with the network of this machine';
  return [
    ...skipped.map(({ agent, skipped: why }) => `${agent.title} is skipped: ${why}`),
    ...wrong.map(({ agent, problem, dir }) =>
      problem === undefined
        ? `${agent.title} was played in ${dir}`
        : `${agent.title} could not be played: ${problem}`,
    ),
    `${results.length - skipped.length} played ${network}, ${skipped.length} skipped, ${wrong.length} otherwise than our rows say`,
  ];
}

export function agentsPage(results, isOffline) {
  return `${[
    '# Tested agents',
    '',
    'This page shows which effects of hooks work in each agent, as tests with the real programs found. `npm run test:agents -- --write` generates it;',
    'each row has the date of its run. Each agent was installed from the npm registry, attached by `hooks attach` in its own home and project, and ran headless against a scripted model',
    `${isOffline ? '(no network but loopback)' : '(with a network)'} on ${type()} ${release().split('-')[0]}. The results come from the disk and from the requests`,
    'to the model, never from reports of the agent. [The reference](reference/agents.md) lists what HookMD promises for each event.',
    '',
    agentsTable(results),
    '',
    ...Object.entries(verdicts)
      .filter(([word, { isFine }]) => isFine || results.some(({ cells }) => cells?.includes(word)))
      .map(([word, { says }]) => `- \`${word}\`: ${says}`),
    '',
    '| column | expected result | promised by the row |',
    '|---|---|---|',
    ...claims.map(({ id, says, of }) => `| \`${id}\` | ${says} | ${of === null ? '–' : of.join(': ')} |`),
    '',
    '## What does not work',
    '',
    ...results.flatMap(({ agent, cells }) => (cells === undefined ? [] : reasonsOf(agent, cells))),
    ...skippedOf(results),
  ].join('\n')}\n`;
}

function cellsOf({ cells, skipped }) {
  return cells ?? claims.map(() => (skipped === undefined ? 'fails' : 'skipped'));
}

function versionOf({ package: wanted }) {
  return wanted.slice(wanted.lastIndexOf('@') + 1);
}

function reasonsOf({ name, cannot = {} }, cells) {
  const reasons = claims
    .filter((_, column) => cells[column] === 'cannot')
    .map(({ id }) => `\`${id}\`: ${cannot[id] ?? ''}`);
  return reasons.length === 0 ? [] : [`- [${name}](agents/${name}.md). ${reasons.join('; ')}`];
}

function skippedOf(results) {
  const skipped = results.filter((one) => one.skipped !== undefined);
  if (skipped.length === 0) return [];
  return ['', '## Skipped', '', ...skipped.map(({ agent, skipped: why }) => `- ${agent.title}: ${why}`)];
}
