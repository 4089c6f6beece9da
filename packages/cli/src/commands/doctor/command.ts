import type { Issue } from '@hookmd/core/errors';
import { compileParts, partPaths, readPart } from '@hookmd/core/hook-index';
import { readInventory } from '@hookmd/core/registry';
import { chosenAgent, placesToAttach } from '../../attach/choose.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { examineInstalls } from '../../install/check-installed.ts';
import { withSpinner } from '../../ui/spinner.ts';
import { agentChecks, agentFacts, agentSettings } from './agent-checks.ts';
import { agentTestEvents } from './agent-test-event.ts';
import { type Check, type Examined, type Facts, runChecks } from './check.ts';
import { type Applied, applyFixes, countFixable } from './fixes.ts';
import { approvals, installed, manifests, requirements } from './packages.ts';
import { dispatchTestEvents } from './run-hook.ts';
import { eventLog, hookIndex, staleFiles } from './state.ts';
import { hooksDirectories, policy, version } from './system.ts';
import { decisionOf, showDoctor, showFixes } from './view.ts';

/** In the order of the output. */
const checks: Readonly<Record<string, Check>> = {
  version,
  'hooks directories': hooksDirectories,
  policy,
  manifests,
  approvals,
  installed,
  requirements,
  'agent settings': agentSettings,
  'test event': agentTestEvents,
  'hook index': hookIndex,
  'event log': eventLog,
  'stale files': staleFiles,
};

export const command: Command = {
  name: 'doctor',
  usage: '[agent]',
  about:
    'Find out why hooks do not run. Sends a test event through each attached agent; with a name, checks every step from that agent to the hooks.',
  options: [
    { flags: '--fix', about: 'repair what needs no decision of yours' },
    { flags: '--fire <name>', about: 'run this hook on a sample event' },
    { flags: '--all', about: 'show every finding' },
    { flags: '--verbose', about: 'list the checks that found nothing' },
  ],
  examples: [
    'hooks doctor',
    'hooks doctor codex',
    'hooks doctor --fix',
    'hooks doctor --fire block-dangerous',
    'hooks doctor --json',
  ],
  // It rebuilds the launcher, which starts every guard.
  changesTrust: ['--fix'],
  async run(context) {
    let facts = await gatherFacts(context);
    const name = context.options.text('fire');
    const target = name === undefined ? null : findHook(facts.inventory.statuses, name);
    let examined = await examine(context, facts);
    const repair = (): Promise<readonly Applied[]> => applyFixes(examined.findings, facts);
    const applied = context.options.has('fix') ? await withSpinner(context, 'repairing', repair) : null;
    if (applied !== null && countFixable(examined.findings) > 0) {
      facts = await gatherFacts(context);
      examined = await examine(context, facts);
    }
    const runs =
      target === null
        ? null
        : await withSpinner(context, `running ${target.record.qualifiedName}`, () =>
            dispatchTestEvents(facts, target),
          );
    const failed = (runs?.findings ?? []).map((finding) => ({ ...finding, section: 'test run' }));
    const findings = [...failed, ...examined.findings];
    const count = (severity: Issue['severity']): number =>
      findings.filter((finding) => finding.severity === severity).length;
    const counts = { errors: count('error'), warnings: count('warning'), hints: count('hint') };
    const ok = counts.errors === 0;
    const { sections } = examined;
    const testEvents = runs?.testEvents ?? null;
    if (context.isJson) {
      const decision = decisionOf(counts, findings);
      const document = { ok, decision, counts, sections, findings, testEvents, ...fixesOf(applied) };
      context.print({ schema: 'hookmd.doctor/1', ...document });
    } else {
      if (applied !== null) showFixes(context, applied);
      showDoctor(context, { sections, findings }, testEvents ?? [], counts);
    }
    return ok ? 0 : 1;
  },
};

function examine(context: Context, facts: Facts): Promise<Examined> {
  return withSpinner(context, 'checking', () =>
    context.words.length === 0
      ? runChecks(checks, facts)
      : runChecks(agentChecks, agentFacts(chosenAgent(context), facts)),
  );
}

/** Null without `--fix`. */
function fixesOf(applied: readonly Applied[] | null): Record<'fixed' | 'notFixed', unknown> {
  const select = (wanted: boolean) =>
    applied?.filter(({ isFixed }) => isFixed === wanted).map(({ code, message }) => ({ code, message })) ??
    null;
  return { fixed: select(true), notFixed: select(false) };
}

/** Reads everything once and writes nothing: neither an index nor the records that are set aside. */
async function gatherFacts(context: Context): Promise<Facts> {
  const places = placesOf(context);
  const { cwd, environment } = context;
  const found = await readInventory(places, environment, 'look');
  const paths = partPaths(places.stateDir, places.projectDir);
  return {
    inventory: found,
    attach: placesToAttach(context),
    cwd,
    environment,
    // The check of trust reports issues of the store.
    expected: await compileParts(found, 'approved', []),
    compiled: { user: readPart(paths.user), project: readPart(paths.project) },
    installed: examineInstalls(found),
    now: new Date(),
  };
}

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
