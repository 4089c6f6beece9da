import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrations } from '@hookmd/agents';
import { catalogue } from '@hookmd/core/errors';
import { eventNames, eventRow } from '@hookmd/core/events';
import { foreignNames, protocols } from '@hookmd/core/protocols';
import { configRows, parsePolicy, policyRows } from '@hookmd/core/settings';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { createHooks } from '@hookmd/library';
import { describe, expect, it } from 'vitest';
import { commands } from '../../packages/cli/src/command-line/table.ts';
import { showDecision } from '../../packages/cli/src/event-log/event-text.ts';
import { manifestKeyNames } from '../../packages/core/src/manifest/keys.ts';
import { makeScratch } from '../support/scratch.ts';
import { triedOutput, triedPayload } from './event-pages.ts';
import { formPage } from './form-page.ts';
import { agentsPicture, architecturePicture, lifecyclePicture } from './pictures.ts';
import { agentPage, commandPages, configPage, errorPage, eventPages, policyPage } from './reference-pages.ts';

const root = join(import.meta.dirname, '..', '..');

describe('the event catalogue', () => {
  it('has the 27 events of the pattern page, four of ours and seven more of Claude Code', () => {
    expect(eventNames).toHaveLength(38);
  });

  it('is what docs/reference/events describes, a page for each event', () =>
    comparePages('events', eventPages()));

  it('shows a payload for each event that can be sent as printed, and what is printed then', async () => {
    const scratch = makeScratch();
    const hooks = await createHooks({ home: scratch.home, project: scratch.project });
    try {
      for (const name of eventNames) {
        const { decision, warnings } = await hooks.dispatch(name, triedPayload(name));
        const printed = printedDecision(decision);
        expect(warnings, name).toEqual([]);
        expect(printed.replaceAll(/ +[\d.]+ ms/g, '  … ms'), name).toBe(triedOutput(name));
      }
    } finally {
      await hooks.close();
      scratch.remove();
    }
  });

  it('names a matcher subject that the event has', () => {
    for (const name of eventNames) {
      const { subject, output, fields } = eventRow(name);
      const known = Object.keys(fields).map((field) => field.replace('?', ''));
      for (const field of [subject, output]) if (field !== null) expect(known, name).toContain(field);
    }
  });
});

describe('the pictures', () => {
  it.each([
    ['lifecycle', () => lifecyclePicture()],
    ['architecture', () => architecturePicture()],
    ['agents', () => agentsPicture(readFileSync(join(root, 'docs/agents.md'), 'utf8'))],
  ])('%s.svg is drawn from the tables', async (name, draw) => {
    await expect(draw()).toMatchFileSnapshot(`../../docs/images/${name}.svg`);
  });
});

describe('the commands', () => {
  it('are what docs/reference/commands describes, a page for each command', async () => {
    await comparePages('commands', await commandPages());
  });

  it('have descriptions of at most 60 characters, which start with a verb', () => {
    for (const [name, { about }] of Object.entries(commands))
      expect(about, name).toMatch(/^(?!shows |lists )[a-z]+ [^.]{1,55}$/);
  });
});

describe('the forms of other agents', () => {
  it('are what docs/reference/hook-files.md says, with what the suite has of each', async () => {
    await expect(formPage()).toMatchFileSnapshot('../../docs/reference/hook-files.md');
  });
});

describe('the agents', () => {
  it('are what docs/reference/agents.md says', async () => {
    await expect(agentPage()).toMatchFileSnapshot('../../docs/reference/agents.md');
  });

  it.each(Object.values(integrations))('$name honours no more than an event permits', (agent) => {
    for (const event of eventNames) {
      const { permits } = eventRow(event);
      expect(
        agent.honours(event).filter((permit) => !permits.includes(permit)),
        event,
      ).toEqual([]);
    }
  });

  it.each(Object.values(integrations))('$name knows its own names', (agent) => {
    for (const event of eventNames.filter((name) => agent.supports(name)))
      expect(agent.eventOf(agent.nativeOf(event) ?? '')).toBe(event);
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

describe('docs/manifest.md', () => {
  it('lists every key of a manifest, and no other', () => {
    const page = readFileSync(join(root, 'docs', 'manifest.md'), 'utf8');
    const [, table = ''] = /^## All keys\n([\s\S]*?)^## /m.exec(page) ?? [];
    const listed = [...table.matchAll(/\[`(\w+)`\]/g)].map(([, key = '']) => key);
    expect(listed.toSorted()).toEqual([...manifestKeyNames].toSorted());
  });
});

describe('docs/protocols.md', () => {
  const page = readFileSync(join(root, 'docs', 'protocols.md'), 'utf8');

  it.each(Object.values(protocols))('says how a hook of $id blocks', ({ id, blocksBy }) => {
    expect(page.split('\n').find((line) => line.startsWith(`| \`${id}\` |`))).toContain(`| ${blocksBy} |`);
  });

  it('has every name of Kodelet and MicroClaw, and what it is', () => {
    for (const { name, vocabulary, events } of foreignNames.filter((row) => row.vocabulary !== 'openclaw'))
      expect(page, vocabulary).toContain(`| \`${name}\` | ${events.join(', ')} |`);
  });
});

describe('the error catalogue', () => {
  it('is what docs/reference/errors.md says', async () => {
    await expect(errorPage()).toMatchFileSnapshot('../../docs/reference/errors.md');
  });

  it.each(Object.entries(catalogue()))(
    '%s says what happened, and one thing to do about it',
    (_, { message, remedy }) => {
      expect(message.length).toBeGreaterThan(0);
      expect(remedy).toMatch(/^(\{\w+\}|[A-Z`])/);
    },
  );
});

describe('the table of settings', () => {
  it('is what docs/reference/config.md says', async () => {
    await expect(configPage()).toMatchFileSnapshot('../../docs/reference/config.md');
  });

  it('says of each setting what it is, as the page needs it', () => {
    for (const [key, { about, expected }] of Object.entries(configRows)) {
      expect(about, key).toMatch(/^[a-z][^|]*[^.]$/);
      expect(expected, key).toMatch(/^[^|]*[^.]$/);
    }
  });
});

describe('the table of the policy', () => {
  it('is what docs/reference/policy.md says', async () => {
    await expect(policyPage()).toMatchFileSnapshot('../../docs/reference/policy.md');
  });

  it('shows of each key a line that holds', () => {
    for (const [key, { example }] of Object.entries(policyRows))
      expect(parsePolicy(Buffer.from(example), '').issues, key).toEqual([]);
  });

  it('shows one file that holds', () => {
    const [, file = 'no: file'] = /```yaml\n([\s\S]*?)```/.exec(policyPage()) ?? [];
    expect(parsePolicy(Buffer.from(file), '').issues).toEqual([]);
  });
});

describe('the packages', () => {
  it('have the version that the code says', () => {
    for (const name of readdirSync(join(root, 'packages'))) {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        version: string;
        private?: boolean;
      };
      // One that is part of the command line has its version.
      if (manifest.private !== true) expect(manifest.version, name).toBe(HOOKMD_VERSION);
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

type Shown = Parameters<typeof showDecision>;

/** What `hooks run` prints on standard output, in a terminal of any width. */
function printedDecision(decision: Shown[1]): string {
  const lines: string[] = [];
  const stream = (line: (text?: string) => void): Shown[0]['out'] => ({
    isTerminal: false,
    width: Number.POSITIVE_INFINITY,
    glyph: (utf8) => utf8,
    paint: (_, text) => text,
    line,
  });
  const out = stream((text = '') => void lines.push(text));
  showDecision({ out, err: stream(() => {}) } as Shown[0], decision);
  return lines.join('\n');
}

/** The pages as they are in docs/reference, and no others in their directory. */
async function comparePages(directory: string, pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(pages))
    await expect(text).toMatchFileSnapshot(join(root, 'docs/reference', file));
  const files = readdirSync(join(root, 'docs/reference', directory)).map((file) => `${directory}/${file}`);
  expect(files.sort()).toEqual(
    Object.keys(pages)
      .filter((file) => file.startsWith(`${directory}/`))
      .sort(),
  );
}
