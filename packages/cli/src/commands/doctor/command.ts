import type { Issue } from '@hookmd/core/errors';
import { chosenAgent } from '../../attach/choose.ts';
import type { Command, ExitStatus } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { type Examined, examine, meetPatient } from '../../doctor/examine.ts';
import type { Patient } from '../../doctor/section.ts';
import type { Drilled } from '../../doctor/send-test-event.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { showDoctor, verdictOf } from './view.ts';

export const command: Command = {
  name: 'doctor',
  usage: '[agent]',
  about:
    'Why does it not run? Looks at everything around the hooks and changes none of it. From each agent that is attached it sends an event of our own the whole way, which may leave the resident runtime. With an agent: why does that one not ask them?',
  options: [
    { flags: '--fire <name>', about: 'really run this hook, its approved bytes, on a sample of its events' },
    { flags: '--all', about: 'show every finding, however many there are' },
  ],
  examples: [
    'hooks doctor',
    'hooks doctor codex',
    'hooks doctor --fire block-dangerous',
    'hooks doctor --json',
  ],
  async run(context) {
    const patient = await meetPatient(context);
    const name = context.options.text('fire');
    const target = name === undefined ? null : findHook(patient.seen.statuses, name);
    const examined = await (context.words.length === 0 ? examine(patient) : agentsChain(context, patient));
    let drilled: Drilled | null = null;
    if (target !== null) {
      const { dispatchTestEvent } = await import('../../doctor/send-test-event.ts');
      drilled = await dispatchTestEvent(patient, target);
    }
    const drill = (drilled?.findings ?? []).map((one) => ({ ...one, section: 'fire drill' }));
    const findings = [...drill, ...examined.findings];
    const count = (severity: Issue['severity']): number =>
      findings.filter((one) => one.severity === severity).length;
    const counts = { errors: count('error'), warnings: count('warning'), hints: count('hint') };
    const ok = counts.errors === 0;
    if (context.isJson) {
      const { sections } = examined;
      const drills = drilled?.drills ?? null;
      const verdict = verdictOf(counts, findings);
      context.print({ schema: 'hookmd.doctor/1', ok, verdict, counts, sections, findings, drills });
    } else {
      showDoctor(context, { sections: examined.sections, findings, drills: drilled?.drills ?? [], counts });
    }
    return ok ? 0 : 1;
  },
};

/** Loaded for who names an agent. Throws AGENT_NOT_FOUND. */
async function agentsChain(context: Context, patient: Patient): Promise<Examined> {
  const { examineAgent } = await import('../../doctor/examine-agent.ts');
  return examineAgent(chosenAgent(context), patient);
}

export const main = (words: readonly string[]): Promise<ExitStatus> => runCommand(command, words);
