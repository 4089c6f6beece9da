/** Attaches and detaches an agent with `hooks`, and compares the files before and after. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registrations } from '@hookmd/agents';
import { hooks } from './stage.mjs';

/** Attaches an agent. Returns the digests of all files before, by path, and the files that attaching changed. */
export function attach(stage, agent) {
  const { name, attachWords = [] } = agent;
  const before = filesOf(stage, agent);
  hooks(stage, ['attach', name, '--yes', ...(stage.isManaged ? ['--managed'] : attachWords)]);
  const touched = differences(before, filesOf(stage, agent));
  if (touched.length === 0) throw new Error(`hooks attach ${name} changed nothing`);
  return { before, touched };
}

/** Detaches an agent. Returns the files that attaching or detaching changed and that differ from before. */
export function detach(stage, agent, { before, touched }) {
  const attached = filesOf(stage, agent);
  hooks(stage, ['detach', agent.name, '--yes', ...(stage.isManaged ? ['--managed'] : [])]);
  const after = filesOf(stage, agent);
  const changed = new Set([...touched, ...differences(attached, after)]);
  return [...changed].filter((file) => before.get(file) !== after.get(file));
}

function differences(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
}

/** Returns the digest of each file of the home and the project, and of managed settings, except HookMD's state, `node_modules`, and `ownFiles` of the agent. */
function filesOf({ home, project, isManaged }, { name, ownFiles }) {
  const files = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.name === 'node_modules' || file === path.join(home, '.local/state/hookmd')) continue;
      if (entry.isDirectory()) walk(file);
      else if (entry.isFile() && !ownFiles?.test(file)) files.set(file, digestOf(file));
    }
  };
  walk(home);
  walk(project);
  const managed = isManaged ? path.dirname(registrations[name].managed.files.linux) : '';
  for (const folder of [managed, '/etc/hookmd']) if (isManaged && existsSync(folder)) walk(folder);
  return files;
}

function digestOf(file) {
  return `${lstatSync(file).mode} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}
