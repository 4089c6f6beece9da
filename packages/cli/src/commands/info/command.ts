import { readLastRuns } from '@hookmd/core/event-log';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { eventLogDir } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usualTimeText } from '../../event-log/run-times.ts';
import { causesOf } from '../../hooks/causes.ts';
import { explainFailure } from '../../hooks/failure.ts';
import { everyHook, findPackages, namesakes } from '../../hooks/find-hook.ts';
import { healthOf, troubledRun } from '../../hooks/health.ts';
import { hookJson } from '../../hooks/hook-json.ts';
import { look } from '../../hooks/look.ts';
import { serviceIssues } from '../../hooks/service.ts';
import { planOrder, readBody, showInfo, showOthers, showPlugin } from './view.ts';

export const command: Command = {
  name: 'info',
  usage: '<name>',
  about: 'Show why a hook runs or does not run, and how to fix it.',
  options: [{ flags: '--readme', about: 'also show its full description' }],
  examples: ['hooks info block-dangerous', 'hooks info project/audit --json'],
  async run(context) {
    const seen = await look(context);
    const [name = ''] = context.words;
    const found = findPackages(everyHook(seen), name);
    const [status, ...rest] = found;
    const { plugin } = status.record;
    if (rest.length > 0 && plugin !== undefined && status.record.name !== name) {
      showPlugin(context, seen, plugin, found);
      return 0;
    }
    const causes = [...(await causesOf(status)), ...serviceIssues(status, context.environment)];
    const lastRunOf = readLastRuns(eventLogDir(seen.places), seen.places.projectDir);
    const json = hookJson(status, seen, lastRunOf);
    const lastRun = lastRunOf(status.record.qualifiedName);
    const health = healthOf(status, seen.places.stateDir);
    const troubled = troubledRun(status, health, lastRun);
    const failure = troubled === null ? null : explainFailure(troubled, status, { ...context, ...seen });
    const facts = {
      causes,
      health,
      failure,
      usualTime: troubled?.cause === 'TIMEOUT' ? usualTimeText(eventLogDir(seen.places), troubled) : '',
      lastRun,
      body: await readBody(status),
      order: planOrder(everyHook(seen), status),
      also: namesakes(everyHook(seen), status),
    };
    if (context.isJson) {
      context.print({
        schema: 'hookmd.info/1',
        ...json,
        problem: failure?.problem ?? null,
        fix: failure?.fix ?? null,
        reasons: causes.map(({ code, message, remedy }) => ({ code, message, remedy })),
        requirements: status.requirements.map(({ kind, want, found, ok, remedy }) => ({
          kind,
          want,
          found,
          ok,
          remedy,
        })),
        issues: status.record.issues,
        body: facts.body,
        files: status.record.files,
        order: facts.order,
        also: facts.also.map(({ record }) => record.qualifiedName),
      });
    } else {
      showInfo(context, seen, status, facts);
      showOthers(
        context,
        rest.map(({ record }) => record.qualifiedName),
      );
    }
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
