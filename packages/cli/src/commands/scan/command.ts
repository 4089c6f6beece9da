import { join } from 'node:path';
import { histories } from '@hookmd/agents';
import { HookError } from '@hookmd/core/errors';
import { type HookStatus, type Inventory, readInventory } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { rejectDenied, rejectUnusable } from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { agentVariable, type Context, placesOf } from '../../command-line/context.ts';
import { parseSince } from '../../command-line/parse-since.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage, wordOf } from '../../command-line/usage.ts';
import { findTargets } from '../../hooks/find-hook.ts';
import { interrupted } from '../../run/run-event.ts';
import { withSpinner } from '../../ui/spinner.ts';
import { writePage } from '../../ui/write-page.ts';
import { withScratch } from '../test/test-bed.ts';
import { findSessions, type SessionFile } from './histories.ts';
import { openHooks } from './open-hooks.ts';
import { findVersion } from './other-version.ts';
import { type ScanResult, scan } from './scan.ts';
import { caseOf } from './test-case.ts';
import { progressText, type ScanReport, scanDocument, showScan } from './view.ts';

const DEFAULT_SINCE = '30d';
/** Of the bundled guards those that stop a call by its text. What a past call would have lost only the repository of that time knew. */
const DEFAULT_GUARDS: readonly string[] = ['block-dangerous', 'no-force-push', 'protect-paths'];

export const command: Command = {
  name: 'scan',
  usage: '[...names]',
  about:
    'Show what hooks would have done to the past calls of your agents. Reads the histories that agents keep on this machine; runs the hooks, never the calls. Without names: block-dangerous, no-force-push and protect-paths.',
  options: [
    { flags: '--agent <name>', about: 'only the history of this agent' },
    { flags: '--since <time>', about: `only calls since then: 2h, 30d, a date (default ${DEFAULT_SINCE})` },
    { flags: '--against <version>', about: 'compare with another version: a directory, or `approved`' },
    { flags: '--show <kind>', about: 'list all calls of a kind, such as "recursive delete"' },
    { flags: '--html <file>', about: 'also write a page' },
    { flags: '--case <id>', about: 'make a test case of this call, which the hook must let proceed' },
  ],
  offers: {
    names: { kind: 'hooks', states: 'all' },
    agent: { kind: 'words', words: Object.keys(histories) },
    html: { kind: 'files' },
  },
  examples: [
    'hooks scan',
    'hooks scan block-dangerous --since 90d',
    'hooks scan block-dangerous --show "find and delete"',
    'hooks scan my-guard --against approved',
    'hooks scan --html scan.html',
  ],
  async run(context) {
    // Histories are private.
    const variable = agentVariable(context.environment);
    if (variable !== null) throw new HookError('AGENT_CALLS', { command: 'scan', variable });
    const { options } = context;
    const seen = await readInventory(placesOf(context), context.environment, 'look');
    const targets = chooseHooks(seen, context.words);
    const since = parseSince(options.text('since') ?? DEFAULT_SINCE, Date.now());
    const files = findFiles(context, since);
    const signal = interrupted();
    const result = await withScratch('hookmd-scan-', (dir) =>
      scanFiles(context, seen, { dir, targets, files, since, signal }),
    );
    const wanted = options.text('case');
    if (wanted !== undefined) return writeCase(context, wanted, targets, result);
    const shown = options.text('show');
    const report: ScanReport = { ...result, since, files, shown, isInterrupted: signal.aborted };
    const html = options.text('html');
    if (context.isJson) context.print({ ...scanDocument(report) });
    else showScan(context, report);
    if (html !== undefined) {
      const { scanPage } = await import('@hookmd/ui/scan-page');
      writePage(context, html, scanPage(scanDocument(report)));
    }
    return signal.aborted ? 130 : 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** The hooks of these names, or the default guards. Throws HOOK_NOT_FOUND, HOOK_INVALID, SCAN_CONNECTS, DIGEST_DENIED. */
function chooseHooks(seen: Inventory, names: readonly string[]): readonly HookStatus[] {
  const targets = names.length > 0 ? findTargets(seen.statuses, names) : seen.statuses.filter(isDefaultGuard);
  for (const target of targets) {
    rejectUnusable(target, 'scanned');
    rejectDenied(seen, target);
    const { mode = 'command' } = target.record.manifest?.handler ?? {};
    if (mode !== 'command' && mode !== 'handler')
      throw new HookError('SCAN_CONNECTS', { name: target.record.qualifiedName });
  }
  return targets;
}

function isDefaultGuard({ record: { root, name } }: HookStatus): boolean {
  return root.source === 'bundled' && DEFAULT_GUARDS.includes(name);
}

/** Throws USAGE for an agent without a history, SCAN_EMPTY where nothing is to be read. */
function findFiles({ options, environment, ...context }: Context, since: number): readonly SessionFile[] {
  const names = Object.keys(histories);
  const given = options.text('agent');
  const agents = given === undefined ? names : [wordOf(given, names, '`--agent`')];
  const { home } = placesOf({ options, environment, ...context });
  const files = agents.flatMap((agent) => {
    const history = histories[agent];
    return history === undefined ? [] : findSessions(agent, history, { home, environment, since });
  });
  if (files.length > 0) return files;
  const directories = agents.map((agent) => histories[agent]?.directory ?? '').join(', ');
  throw new HookError('SCAN_EMPTY', { since: new Date(since).toISOString().slice(0, 10), directories });
}

interface Scanning {
  readonly dir: string;
  readonly targets: readonly HookStatus[];
  readonly files: readonly SessionFile[];
  readonly since: number;
  readonly signal: AbortSignal;
}

async function scanFiles(
  context: Context,
  seen: Inventory,
  { dir, targets, files, since, signal }: Scanning,
): Promise<ScanResult & { readonly durationMs: number }> {
  const startedAt = performance.now();
  const environment = locatingVariables(context.environment);
  const version = context.options.text('against');
  if (version !== undefined && targets.length !== 1)
    throw usage('`--against` compares two versions of one hook', 'Name one hook.');
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const result = await withSpinner(context, 'preparing the hooks', async (show) => {
    const [first] = targets;
    const other =
      version === undefined || first === undefined
        ? []
        : [await findVersion(context, seen, first, version, dir)];
    const hooks = await openHooks(dir, [...targets, ...other], environment);
    const progress = (done: number): void => show(progressText(done, bytes, performance.now() - startedAt));
    progress(0);
    const names = targets.map(({ record }) => record.name);
    const comparesTwo = other.length > 0;
    const wanted = context.options.text('case');
    const shown = context.options.text('show');
    const scanning = {
      files,
      hooks,
      names,
      comparesTwo,
      places: seen.places,
      since,
      wanted,
      shown,
      signal,
      progress,
    };
    return scan(scanning).finally(hooks.close);
  });
  return { ...result, durationMs: performance.now() - startedAt };
}

/** Those that locate programs and files: a scan must not use the tokens of the user. */
function locatingVariables(environment: Context['environment']): Context['environment'] {
  const passed = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TERM', 'TMPDIR'];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passed.includes(name)));
}

/** Throws SCAN_NO_FINDING. */
function writeCase(
  context: Context,
  id: string,
  targets: readonly HookStatus[],
  { found }: ScanResult,
): ExitCode {
  if (found === null) throw new HookError('SCAN_NO_FINDING', { id: cleanLine(id) });
  const { record } = targets.find((target) => target.record.name === found.hook) ?? {};
  context.print(caseOf(id, found.scanned.event));
  const path = cleanLine(join(record?.dir ?? '', 'tests', `scan-${id}.json`));
  context.err.line(
    record?.root.source === 'bundled'
      ? `This hook comes with HookMD. To change it, copy its directory, as its HOOK.md describes, and write the test case into \`tests\` there.`
      : `To keep it, write it to ${path}, and run \`hooks test ${found.hook}\`.`,
  );
  return 0;
}
