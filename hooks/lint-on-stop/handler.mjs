import { readFileSync, writeSync } from 'node:fs';
import { findCommand, runCommand } from './lint-command.mjs';
import { readMemory, writeMemory } from './memory.mjs';
import { treeState } from './tree-state.mjs';

const { command, maxLines = 40 } = JSON.parse(process.env.HOOK_OPTIONS ?? '{}');
const event = JSON.parse(readFileSync(0, 'utf8'));

const answer = event.stop_hook_active === true ? null : look(event.project_dir, event.session_id);
if (answer !== null) writeSync(1, JSON.stringify(answer));

/** What to say at this stop; null where nothing changed since the last one, or nothing is wrong. */
function look(project, session) {
  const line = findCommand(project, command);
  if (line === null || readMemory(project, session) === treeState(project)) return null;
  const { status, output } = runCommand(line, project, maxLines);
  // Anew, because a lint command may mend what it can.
  writeMemory(project, session, treeState(project));
  if (status === 0) return null;
  if (status === null)
    return { systemMessage: `lint-on-stop: \`${line}\` was given up: it did not end in time.` };
  return { decision: 'block', reason: `\`${line}\` fails (exit ${status}). Mend what it says:\n\n${output}` };
}
