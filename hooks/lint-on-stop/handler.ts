import { defineHook } from '@hookmd/sdk';
import { findCommand, runCommand } from './lint-command.ts';
import { readMemory, writeMemory } from './memory.ts';
import { treeState } from './tree-state.ts';

export default defineHook({
  on: 'Stop',
  run({ stop_hook_active, project_dir: project, session_id: session }, h) {
    if (stop_hook_active) return;
    const { command, maxLines = 40 } = h.options;
    const { HOOK_DATA_DIR: directory } = h.env;
    if (directory === undefined) throw new Error('HOOK_DATA_DIR is not set');
    const line = findCommand(project, command);
    const scope = { directory, project, session };
    const tree = { project, directory, env: h.env };
    if (line === null || readMemory(scope) === treeState(tree)) return;
    const { status, output } = runCommand(line, { cwd: project, env: h.env, maxLines: Number(maxLines) });
    // Read again, because a lint command may fix files.
    writeMemory(scope, treeState(tree));
    if (status === 0) return;
    if (status === null)
      return h.notifyUser(`lint-on-stop canceled \`${line}\`, because it did not end in time.`);
    return h.continueWith(`\`${line}\` fails (exit ${status}). Fix these problems:\n\n${output}`);
  },
});
