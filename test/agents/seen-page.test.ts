/** docs/agents.md, which a run of real agents has written (`npm run test:agents`): it says nothing else than our rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrations } from '@hookmd/agents';
import { type EventName, eventRow, isEventName, type Permit } from '@hookmd/core/events';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');

/** The lines of the table that begins with this cell, each as cells. */
function tableOf(first: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const rows = lines.slice(lines.findIndex((line) => new RegExp(`^\\| ${first} +\\|`).test(line)));
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const [head = [], , ...agents] = tableOf('agent');
const [, , ...columns] = tableOf('column');
const promises = columns.map(([id = '', , promise = '']) => {
  const [event = '', permit = ''] = promise.split(': ');
  return { id: id.replaceAll('`', ''), event, permit: permit as Permit };
});
const promised = promises.filter(({ event }) => event !== '–');

/** What is said of an agent in a column: of some there are several lines, such as `codex (scripts)`. */
function cellsOf(agent: string, id: string): readonly (string | undefined)[] {
  return agents.filter(([title]) => nameIn(title) === agent).map((line) => line[head.indexOf(id)]);
}

function nameIn(title = ''): string {
  return title.replace(/ \(.*\)$/, '');
}

describe('docs/agents.md', () => {
  it('has every agent that HookMD can be attached to', () => {
    expect([...new Set(agents.map(([title]) => nameIn(title)))].sort()).toEqual(
      Object.keys(integrations).sort(),
    );
  });

  it('says of each column what promises it, by events and permits that there are', () => {
    expect(promises.map(({ id }) => id)).toEqual(head.slice(3));
    expect(promised.length).toBeGreaterThan(5);
    for (const { event, permit } of promised) {
      expect(isEventName(event), event).toBe(true);
      expect(eventRow(event as EventName).permits).toContain(permit);
    }
  });

  it.each(Object.values(integrations))('says of $name what our rows say', ({ name, honours }) => {
    for (const { id, event, permit } of promised) {
      const isHonoured = honours(event as EventName).includes(permit);
      const expected = isHonoured ? /^(yes|skipped)$/ : /^(cannot|skipped)$/;
      for (const cell of cellsOf(name, id)) expect(cell, id).toMatch(expected);
    }
  });

  it.each(Object.keys(integrations))('has a reason for each thing that %s cannot do', (name) => {
    const cannot = head.filter((id) => cellsOf(name, id).includes('cannot'));
    const rows = page.split('\n').filter((line) => line.startsWith(`| [${name}](`));
    const explained = rows.map((row) => /\(`(\w+)`\) \| \w/.exec(row)?.[1]);
    expect(explained).toEqual(cannot);
  });

  it('has nothing that failed', () => {
    expect(agents.flat().filter((cell) => /^(fails|unpromised)$/.test(cell))).toEqual([]);
  });
});
