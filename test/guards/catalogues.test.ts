import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@hookmd/core/internal/errors/catalogue';
import { type EventName, eventNames, eventRow } from '@hookmd/core/internal/protocol/events';
import { HOOKMD_VERSION } from '@hookmd/core/internal/version';
import { foreignNames } from '@hookmd/core/internal/wires/foreign-names';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

describe('the event catalogue', () => {
  it('has the 27 events of the pattern page and four of ours', () => {
    expect(eventNames).toHaveLength(31);
  });

  it('is what docs/reference/events.md says', async () => {
    await expect(eventPage()).toMatchFileSnapshot('../../docs/reference/events.md');
  });

  it('names a matcher subject that the event has', () => {
    for (const name of eventNames) {
      const { subject, output, fields } = eventRow(name);
      const known = Object.keys(fields).map((field) => field.replace('?', ''));
      for (const field of [subject, output]) if (field !== null) expect(known, name).toContain(field);
    }
  });
});

describe('the vocabularies of manifests', () => {
  it('are disjoint', () => {
    const names = [...eventNames, ...foreignNames.map((row) => row.name)];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('permit no more than the canonical event', () => {
    for (const { name, events, permits } of foreignNames) {
      if (permits === 'event') continue;
      const all = events.flatMap((event) => eventRow(event).permits);
      expect(
        permits.filter((permit) => !all.includes(permit)),
        name,
      ).toEqual([]);
    }
  });
});

describe('the error catalogue', () => {
  it('is what docs/reference/errors.md says', async () => {
    await expect(errorPage()).toMatchFileSnapshot('../../docs/reference/errors.md');
  });

  it.each(Object.entries(catalogue))(
    '%s says what happened, and one thing to do about it',
    (_, { says, remedy }) => {
      expect(says.length).toBeGreaterThan(0);
      expect(remedy).toMatch(/^(\{\w+\}|[A-Z`])/);
    },
  );
});

describe('the packages', () => {
  it('have the version that the code says', () => {
    for (const name of readdirSync(join(root, 'packages'))) {
      const { version } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        version: string;
      };
      expect(version, name).toBe(HOOKMD_VERSION);
    }
  });

  it('depend on nothing without a sentence in docs/decisions/dependencies.md', () => {
    const page = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
    const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
    const names = [...catalog.matchAll(/^ {2}["']?([@a-z][\w./@-]*?)["']?: \d/gm)].map(
      (match) => match[1] ?? '',
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !name.startsWith('@types/') && !page.includes(`\`${name}\``))).toEqual([]);
  });
});

function eventPage(): string {
  const row = (name: EventName): string => {
    const { class: kind, about, fields, permits, subject } = eventRow(name);
    const listed = Object.keys(fields)
      .map((field) => `\`${field}\``)
      .join(', ');
    const others = foreignNames.filter((one) => one.events.includes(name)).map((one) => `\`${one.name}\``);
    return `| \`${name}\` | ${kind} | ${about} | ${listed} | ${permits.join(', ') || 'observing'} | ${subject ?? '–'} | ${others.join(', ') || '–'} |`;
  };
  return [
    '# Events',
    '',
    'Generated from `packages/core/src/protocol/events.ts` by its test; `hooks events NAME --schema` has the JSON Schema.',
    'A field with `?` may be absent.',
    '',
    '| event | class | when | fields | permits | matcher | also called |',
    '|---|---|---|---|---|---|---|',
    ...eventNames.map(row),
    '',
  ].join('\n');
}

function errorPage(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    '# Errors and warnings',
    '',
    'Generated from `packages/core/src/errors/catalogue.ts` by its test. Codes are permanent; sentences may improve.',
    '',
    '| code | severity | says | remedy |',
    '|---|---|---|---|',
    ...Object.entries(catalogue).map(
      ([code, { severity, says, remedy }]) =>
        `| \`${code}\` | ${severity} | ${cell(says)} | ${cell(remedy)} |`,
    ),
    '',
  ].join('\n');
}
