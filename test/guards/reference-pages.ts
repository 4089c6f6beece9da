/** The pages of docs/reference that are written from the tables of the code; catalogues.test.ts compares them. */

import { histories, type Integration, integrations, registrations } from '@hookmd/agents';
import { errorTopics } from '@hookmd/core/errors';
import { type EventName, eventNames } from '@hookmd/core/events';
import {
  configRows,
  explainConfig,
  formatSettingKey,
  NO_CONFIG,
  notForProjects,
  policyRows,
} from '@hookmd/core/settings';
import { expect } from 'vitest';
import type { OptionRow } from '../../packages/cli/src/command-line/command.ts';
import { commonOptions, EXIT_CODES } from '../../packages/cli/src/command-line/parser.ts';
import { aliases, commands } from '../../packages/cli/src/command-line/table.ts';
import { generalFix } from '../../packages/cli/src/commands/explain/explanation.ts';
import { honoredBy } from './event-pages.ts';
import { firstErrorLines } from './first-errors.ts';

export { eventPages } from './event-pages.ts';

/** docs/reference/errors.md: an anchor for each code. */
export function errorPage(): string {
  return [
    '# Errors and warnings',
    '',
    'Use this page when HookMD prints a message that you do not understand. Each message has a code in capitals: it is the first word, or the first after the path of a file.',
    '',
    '```text',
    '~/.hookmd/hooks/no-force/HOOK.md:2:10  MANIFEST_UNKNOWN_EVENT',
    '  "PreToolUs" is not an event.',
    '  Did you mean "PreToolUse"? Run `hooks events` to list all events.',
    '```',
    '',
    '`2:10` is the line and the column. With `--json`, the code is in `code`. `hooks list`, `hooks info` and `hooks run` show only the sentence.',
    '',
    ...firstErrorLines(plain),
    '## All codes',
    '',
    'Search this page for your code, or run `hooks explain CODE`. A word in braces, such as `{name}`, is a placeholder for your value. Codes never change; sentences may improve.',
    '',
    '| severity | meaning |',
    '|---|---|',
    '| error | something does not work until you fix it |',
    '| warning | it works, but probably not as you expect |',
    '| hint | nothing is wrong, but it could be better |',
    '',
    'Generated from `packages/core/src/errors/*-rows.ts`.',
    '',
    ...Object.entries(errorTopics()).flatMap(([topic, rows]) => [
      `## ${topic}`,
      '',
      ...Object.entries(rows).flatMap(([code, { severity, message, remedy }]) => [
        `### ${code}`,
        '',
        `${severity[0]?.toUpperCase()}${severity.slice(1)}. ${plain(message)}`,
        '',
        `Fix: ${plain(generalFix(remedy))}`,
        '',
      ]),
    ]),
  ].join('\n');
}

/** No markup by accident: `<` outside of code would be a tag. */
const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('<', '\\<').replaceAll('*', '\\*')))
    .join('');

/** docs/reference/commands.md, and a page for each command. */
export async function commandPages(): Promise<Readonly<Record<string, string>>> {
  const rows = Object.entries(commands);
  const index = [
    '# Commands',
    '',
    'This page lists every command. Each has a page with its options and examples, and `hooks NAME --help` prints the same. The command is also installed as `hookmd`.',
    '',
    ...[...new Set(rows.map(([, { group }]) => group))].flatMap((group) => [
      `## ${group}`,
      '',
      '| command | what it does |',
      '|---|---|',
      ...rows
        .filter(([, row]) => row.group === group)
        .map(([name, { about }]) => `| [\`hooks ${name}\`](commands/${name}.md) | ${about} |`),
      '',
    ]),
    '## Options of every command',
    '',
    '| option | effect |',
    '|---|---|',
    ...[...commonOptions, { flags: '-h, --help', about: 'show the help of the command' }].map(optionRow),
    '',
    '## Exit codes',
    '',
    '```text',
    ...EXIT_CODES.split('\n').map((line) => line.trim()),
    '```',
    '',
    '`hooks run --agent NAME` uses the exit codes of that agent instead. For Claude Code, 0 is success, with or without JSON output, and 2 means blocked. For the other agents, it is always 0.',
    '',
  ].join('\n');
  const pages = await Promise.all(
    Object.keys(commands).map(async (name) => [`commands/${name}.md`, await commandPage(name)] as const),
  );
  return { 'commands.md': index, ...Object.fromEntries(pages) };
}

async function commandPage(name: string): Promise<string> {
  const { command } = (await commands[name]?.load()) ?? { command: null };
  if (command === null) throw new Error(name);
  const options = command.options.filter(({ isHidden }) => !isHidden).map(optionRow);
  const others = Object.keys(aliases).filter((alias) => aliases[alias] === name);
  return [
    `# hooks ${name}`,
    '',
    command.about,
    '',
    '```text',
    `hooks ${name} ${command.usage} [options]`.replaceAll('  ', ' '),
    '```',
    '',
    ...(others.length === 0
      ? []
      : [`Aliases: ${others.map((alias) => `\`hooks ${alias}\``).join(', ')}.`, '']),
    ...(command.changesTrust === true
      ? ['HookMD rejects this command when it detects an agent: use your own terminal.', '']
      : []),
    ...(options.length === 0 ? [] : ['## Options', '', '| option | effect |', '|---|---|', ...options, '']),
    ...(command.examples.length === 0 ? [] : ['## Examples', '', '```sh', ...command.examples, '```', '']),
    ...(commandNotes[name] ?? []),
    '[All commands, common options and exit codes](../commands.md)',
    '',
  ].join('\n');
}

/** What the help of a command has no room for. */
const commandNotes: Readonly<Record<string, readonly string[]>> = {
  run: [
    '## The payload',
    '',
    'The payload is the event as JSON, such as this `payload.json`:',
    '',
    '```json',
    '{ "tool_name": "Bash", "tool_input": { "command": "git push --force" } }',
    '```',
    '',
    'Leave out the fields that your hooks do not need: HookMD fills them in. The page of each [event](../events.md) has a payload to start with. If the bundled hook `no-force-push` is enabled, `hooks run PreToolUse < payload.json` prints:',
    '',
    '```text',
    'PreToolUse  blocked: forced push: --force replaces or deletes what others may have built on. …',
    '  no-force-push  guard  … ms  blocked',
    '```',
    '',
    'The first line is the decision, followed by a line for each hook. The exit code is 1 if the agent must not continue: a hook blocks, asks the user, or stops the agent.',
    '',
    '## Under an agent',
    '',
    'With `--agent NAME`, the command reads the payload and prints the decision in the format of that agent. Attached agents start it this way, through the [launcher](../../daemon.md). `native.json` above is the payload as the agent sends it.',
    '',
    "With `--agent`, HookMD ignores the variables `HOME`, `HOOKMD_HOME` and `XDG_STATE_HOME`, because a repository could set them in the agent's settings. It uses the home directory of your account, unless you pass `--home`. The launcher passes the home directory with which you ran `hooks attach`. To test with another one:",
    '',
    '```sh',
    'hooks run --agent claude-code --home /tmp/test-home < native.json',
    '```',
    '',
  ],
};

const optionRow = ({ flags, about }: OptionRow): string => `| \`${cell(flags)}\` | ${cell(about)} |`;

export function agentPage(): string {
  const parts = Object.values(integrations).map((agent) => {
    const rows = eventNames.filter((event) => agent.supports(event)).map((event) => agentRow(agent, event));
    return `## ${agent.name}\n\n| event | its name there | honors | timeout |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# What agents honor\n\nThis page lists, for each agent, the events that it sends, and the effects of a hook that it honors.\n\nHookMD drops an effect that the agent does not honor, and the event log lists it under \`dropped\`. [Effects](events.md#effects) explains the words, and \`observe\` means that hooks only watch. The timeout is how long the agent waits for all hooks.\n\n${parts.join('\n')}\n${historySection()}`;
}

function historySection(): string {
  const rows = Object.entries(histories).map(([agent, { directory, movedBy, missing }]) => {
    const moved = movedBy === undefined ? '–' : `\`$${movedBy.variable}/${movedBy.below}\``;
    return `| ${agent} | \`${directory}\` | ${moved} | ${missing.map(cell).join('; ')} |`;
  });
  return `## Histories

HookMD reads the past sessions of these agents as the events that they sent, or would have sent, to hooks. It writes nothing there. The table is from sessions that the real agents wrote, in the versions of [Tested agents](../agents.md#test-results).

| agent | its sessions | with the variable | a history does not have |
|---|---|---|---|
${rows.join('\n')}
`;
}

function agentRow(agent: Integration, event: EventName): string {
  const name = `| ${event} | \`${agent.nativeOf(event)}\``;
  const why = registrations[agent.name]?.leftOut?.[event];
  if (why !== undefined) return `${name} | not sent to HookMD: ${why} | – |`;
  const waits = `${(agent.budgetMs(event) ?? 0) / 1000} s`;
  return `${name} | ${honoredBy(agent, event)} | ${waits} |`;
}

/** Lines such as `hooks: { enabled: true }` as one document, in which each key is there once. */
function mergeExamples(lines: readonly string[]): readonly string[] {
  const pairs = lines.map((line) => /^([^:]+): (.*)$/.exec(line) ?? expect.fail(line));
  return [...new Set(pairs.map(([, key = '']) => key))].flatMap((key) => {
    const values = pairs.filter(([, name]) => name === key).map(([, , value = '']) => value);
    const inner = values.map((value) => /^\{ (.*) \}$/.exec(value)?.[1]);
    if (values.length === 1 || inner.includes(undefined)) return `${key}: ${values[0]}`;
    return [`${key}:`, ...mergeExamples(inner.map((text) => text ?? '')).map((line) => `  ${line}`)];
  });
}

export function configPage(): string {
  const defaults = new Map(
    explainConfig({ managed: NO_CONFIG, user: NO_CONFIG, project: NO_CONFIG }).map(({ path, value }) => [
      formatSettingKey(path),
      `\`${String(value)}\``,
    ]),
  );
  const whyNot = (key: string): string | undefined =>
    Object.entries(notForProjects).find(([name]) => key === name || key.startsWith(`${name}.`))?.[1];
  const shownKey = (key: string): string => key.replaceAll('*', 'NAME');
  const rows = Object.entries(configRows).map(([key, { about, expected }]) => {
    const project = whyNot(key) === undefined ? 'yes' : `no: ${whyNot(key)}`;
    return `| \`${shownKey(key)}\` | ${about} | ${expected} | ${defaults.get(key) ?? '–'} | ${project} |`;
  });
  const examples = Object.values(configRows).map(({ example }) => example);
  return `# Settings

This page lists every setting, and shows how to change one.

HookMD reads \`config.yaml\` in three places: \`/etc/hookmd\` (the administrator's), \`~/.hookmd\` (yours), and \`.hookmd\` in a project.
If several files set the same key, the administrator's value wins over yours. A project can only add or restrict.

- \`hooks config get\` prints the values in effect, with the file of each. \`hooks config path\` prints the paths of the files.
- An unknown key, an invalid value and a key that a project cannot set are errors. \`hooks list\`, \`hooks check\` and \`hooks doctor\` show them, and the rest of the file applies.

Generated from \`packages/core/src/config/keys.ts\`.

| setting | effect | must be | default | can a project set it? |
|---|---|---|---|---|
${rows.join('\n')}

You and the administrator can set all of them. [Prompt and agent hooks](../model-hooks.md) explains how to configure a model. A file with each of them:

\`\`\`yaml
${mergeExamples([...new Set(examples)]).join('\n')}
\`\`\`

## What a full event log loses

When a session starts, HookMD removes the days that are older than \`eventLog.keepDays\`. Then it removes the oldest days until the log is smaller than
\`eventLog.maxBytes\`. It never removes today.

If your organization collects the event log, HookMD removes a day only after it is sent. If the log is too large and nothing that was sent is left, HookMD drops
records that were not sent: first those in which no hook blocked, prompted, modified or failed, then decisions, oldest first. A line
\`{"schema":"hookmd.dropped/1","file":"2026-11-18.jsonl","observed":120,"decisions":0,…}\` in the log counts what was dropped, and is sent too.

## Change a setting

\`\`\`sh
hooks config set hooks.concurrency 2                      # in ~/.hookmd/config.yaml
hooks config set allow.modify.Bash '[timeout]' --scope project
hooks config set package.notify.env.SLACK_URL -           # reads the value from standard input, or prompts without echo
hooks config set 'package."my.hook".mode' warn            # quote a name that contains a dot
hooks config set package.notify --unset                   # remove one setting, or a whole section
\`\`\`

HookMD reads a value as YAML if the setting is a number, \`true\` or \`false\`, a list or a mapping, and unchanged if it is a string.
Write \`--\` before a value that starts with a dash. The file keeps its comments, order, mode and symbolic links; spaces and indentation may change.
HookMD writes nothing unless the whole file is valid before and after the change. A change takes effect at the next event, in every project.

Values of \`package.NAME.env\` may be secrets, so no command prints them. HookMD rejects \`hooks config set\` when it detects an agent.
`;
}

export function policyPage(): string {
  const rows = Object.entries(policyRows).map(
    ([key, { about, expected }]) => `| \`${key}\` | ${about} | ${expected} |`,
  );
  const examples = [...new Set(Object.values(policyRows).map(({ example }) => example))];
  const partsOfFleet = examples.flatMap((example) => /^fleet: \{ (.*) \}$/.exec(example)?.[1] ?? []);
  const fleet = `fleet: {\n  ${partsOfFleet.join(',\n  ')},\n  }`;
  return `# The managed policy

With the managed policy, the administrator of a machine requires, denies and restricts hooks for all users. This page lists every key of its file,
\`/etc/hookmd/policy.yaml\`. [Security](../security.md#the-administrators-policy) explains when to use it.

An edit takes effect at the next event, without a command. The file and every directory above it must belong to root, and no other user may be able to write them.

If HookMD cannot read the policy, if the file has other permissions, or if it contains an unknown key or an invalid value, HookMD blocks every event that a
hook could block, with the reason, and runs only managed hooks until the policy is fixed.

With \`fleet.releases\`, a release of your organization is valid until the time in \`/etc/hookmd/release.json\`, which \`hooks fleet pull\` writes. An expired release
keeps working. \`hooks status\`, \`hooks doctor\` and each new session report it; with \`fleet.onStale: block\`, HookMD also blocks every event that a hook could block.
A release that is missing or cannot be read counts as expired.

Generated from \`packages/core/src/policy/keys.ts\`.

| key | effect | must be |
|---|---|---|
${rows.join('\n')}

\`\`\`yaml
${[...examples.filter((example) => !example.startsWith('fleet: ')), fleet].join('\n')}
\`\`\`
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
