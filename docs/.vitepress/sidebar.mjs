/** The tree of the site. Pages of commands and events follow from their directories. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './links.mjs';

const docs = path.join(root, 'docs');

/** An item for each page: its heading, or the text given. */
const page = (link, text = headingOf(`docs${link}.md`)) => ({ text, link });
const pages = (...links) => links.map((link) => page(link));
const group = (text, items, collapsed = true) => ({ text, collapsed, items });
const directory = (name) =>
  readdirSync(path.join(docs, name))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => page(`/${name}/${file.slice(0, -3)}`))
    .sort((a, b) => a.text.localeCompare(b.text, 'en'));

function headingOf(file) {
  return /^# (.+)$/m.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? file;
}

function catalog() {
  const hooks = path.join(root, 'hooks');
  const names = readdirSync(hooks, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .filter(({ name }) => name !== 'node_modules')
    .map(({ name }) => ({ text: name, link: `/hooks/${name}` }));
}

export const navigation = [
  { text: 'Start', link: '/start/quickstart' },
  { text: 'Cookbook', link: '/cookbook/index' },
  { text: 'Agents', link: '/agents' },
  { text: 'Reference', link: '/manifest' },
  { text: 'Troubleshoot', link: '/troubleshoot/index' },
];

export const sidebar = [
  group('Start', pages('/start/why', '/start/install', '/start/quickstart', '/start/how-it-works'), false),
  group('Use hooks', [
    ...pages(
      '/guides/scan',
      '/guides/see-what-your-hooks-do',
      '/guides/attach',
      '/guides/install',
      '/guides/bring-your-hooks',
      '/guides/teams',
      '/guides/security',
      '/sources',
      '/settings',
    ),
    group('Hooks that come with HookMD', [...catalog(), page('/hooks/QUALITY', 'Measured quality')]),
  ]),
  group('Cookbook', [page('/cookbook/index', 'By goal'), ...directory('cookbook')]),
  group(
    'Write hooks',
    pages(
      '/guides/write-a-hook',
      '/guides/write-a-typed-hook',
      '/guides/write-a-guard',
      '/guides/your-own-hooks',
      '/guides/narrow-conditions',
      '/guides/hook-types',
      '/sdk',
      '/test-cases',
      '/http-hooks',
      '/model-hooks',
    ),
  ),
  group('Agents', [page('/agents'), ...directory('agents'), page('/reference/agents')]),
  group('Many machines', [
    ...pages(
      '/fleet/from-one-machine-to-a-thousand',
      '/fleet/what-leaves-a-machine',
      '/fleet/run-the-servers',
      '/fleet/formats',
      '/fleet/actions',
    ),
    { text: 'Try the servers', link: '/examples/fleet/README' },
  ]),
  group('Build agents', [
    ...pages('/library', '/ai-sdk', '/langchain', '/reference/library'),
    { text: 'An example agent', link: '/examples/agent/README' },
  ]),
  group('Troubleshoot', [page('/troubleshoot/index', 'By symptom'), ...directory('troubleshoot')]),
  group('Reference', [
    ...pages(
      '/manifest',
      '/handlers',
      '/protocols',
      '/reference/config',
      '/reference/policy',
      '/reference/errors',
      '/reference/environment',
      '/reference/hook-files',
    ),
    group('Commands', [page('/reference/commands'), ...directory('reference/commands')]),
    group('Events', [page('/reference/events'), ...directory('reference/events')]),
    page('/glossary'),
  ]),
  group('Understand', [...pages('/security', '/daemon'), { text: 'Threat model', link: '/THREAT-MODEL' }]),
  group('Compare and migrate', directory('compare')),
  group('More', [
    page('/faq'),
    { text: 'Changelog', link: '/CHANGELOG' },
    { text: 'Versions', link: '/VERSIONING' },
  ]),
  group('Contribute', [
    { text: 'Contributing', link: '/CONTRIBUTING' },
    { text: 'Architecture', link: '/ARCHITECTURE' },
    page('/specification'),
    page('/decisions/README'),
    { text: 'Code of conduct', link: '/CODE_OF_CONDUCT' },
  ]),
];
