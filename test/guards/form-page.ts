/** docs/reference/hook-files.md: what of the hooks of other agents is read and run, from the tables of the code and from the suite. */

import { eventNames } from '@hookmd/core/events';
import { foreignNames, protocols } from '@hookmd/core/protocols';
import { expect } from 'vitest';
import { pluginFiles } from '../../packages/core/src/discovery/scan.ts';
import type { Protocol } from '../../packages/core/src/protocols/protocol.ts';
import type { HookForm } from '../../packages/core/src/registry/forms/form.ts';
import { hookForms } from '../../packages/core/src/registry/forms/index.ts';
import type { Row } from '../conformance/row.ts';
import { rows } from '../conformance/rows.ts';

const all: readonly Row[] = Object.values(rows).flat();
/** The rows of the suite about hooks of each form; of a single row, its cases are listed. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  claude: ['F7', 'F10', 'F12', ...Array.from({ length: 9 }, (_, index) => `G${17 + index}`), 'E17'],
  codex: ['FO4'],
  gemini: ['FO1'],
  qwen: ['FO5'],
  cursor: ['FO2'],
  copilot: ['FO3'],
  opencode: ['FO6'],
};

export function formPage(): string {
  const forms = hookForms.filter(({ id }) => id !== 'settings').toSorted((a, b) => order(a) - order(b));
  return `# Hooks in the files of other agents

This page lists, for each agent whose hooks HookMD reads, where its hooks are and how HookMD runs them. [Bring your hooks along](../guides/bring-your-hooks.md) shows how to
install them. A hook gets payloads in the words of its agent and returns decisions in them, in each agent that runs it.

The lists *What is tested* are the cases of the conformance suite. What HookMD cannot do for a hook, it names when you install or import it.

${forms.map(formPart).join('\n')}`;
}

function order({ id }: HookForm): number {
  return Object.keys(rowsOf).indexOf(id);
}

function formPart(form: HookForm): string {
  const { id, agent } = form;
  const protocol = protocols[form.protocol];
  const facts = [
    ['read in a plugin, extension or repository', pathsOf(form).map(code).join(', ')],
    ['what blocks', protocol.blocksBy.replace(/^exit/, 'exit code')],
    ['exit code 2 is a failure at', names(failsOn(protocol))],
    ['other text on standard output', plainText(protocol)],
    ['`timeout` without a value', timeout(protocol)],
    ['variables', names(Object.keys(protocol.variables))],
    ['variables in a plugin', names(Object.keys(protocol.pluginVariables ?? {}))],
    ['events that no agent sends here', names(unsent(protocol))],
  ].filter(([, text]) => text !== '');
  const tested = testedIn(rowsOf[id] ?? expect.fail(`no rows for ${id}`));
  return `## ${agent}\n\n| | |\n|---|---|\n${facts.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\nWhat is tested:\n\n${tested.map((text) => `- ${text}`).join('\n')}\n`;
}

function pathsOf({ id }: HookForm): readonly string[] {
  return pluginFiles.filter(({ form }) => form === id).map(({ path }) => path);
}

function failsOn({ ignoresBlockingExitOn: failing, blockingExit }: Protocol): readonly string[] {
  if (blockingExit === null || failing.length === 0) return [];
  const blocking = eventNames.filter((name) => !failing.includes(name));
  return failing.length <= 3 ? failing : [`every event but ${blocking.join(', ')}`];
}

function plainText({ plainText: kind }: Protocol): string {
  if (kind === 'failed') return 'is a failure';
  if (kind === 'shown') return 'is shown to the user';
  if ('contextOn' in kind) return `is context at ${kind.contextOn.join(', ')}, and has no effect elsewhere`;
  if ('findsKey' in kind) return `has no effect around the JSON with ${code(kind.findsKey)}`;
  return kind.failedOn.length === 0
    ? 'has no effect'
    : `is a failure at ${kind.failedOn.join(', ')}, and has no effect elsewhere`;
}

function timeout({ defaultTimeoutMs: ms, longestTimeoutMs }: Protocol): string {
  const longest = `; after your approval, up to ${longestTimeoutMs / 60_000} minutes`;
  return `${ms === null ? '`hooks.maxTimeout`' : `${ms / 1000} s`}${longest}`;
}

function unsent({ vocabulary }: Protocol): readonly string[] {
  return foreignNames
    .filter((row) => row.vocabulary === vocabulary && row.events.length === 0)
    .map(({ name }) => name);
}

function testedIn(ids: readonly string[]): readonly string[] {
  const found = ids.map((id) => all.find((row) => row.id === id) ?? expect.fail(`there is no row ${id}`));
  const [first] = found;
  const texts = found.length === 1 ? (first?.cases ?? []) : found;
  return texts.map(({ says }) => says.replaceAll('<', '&lt;'));
}

function names(list: readonly string[]): string {
  return list.map((name) => (name.includes(' ') ? name : code(name))).join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}
