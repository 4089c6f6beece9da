import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program that waits for the user before it denies does not wait here. */
const WITHOUT_WAITING =
  'data:text/javascript,globalThis.setTimeout=(run,_,...words)=>setImmediate(run,...words)';

/** Other guards, by npm package. At most `samples` commands of a corpus are evaluated, as each may need a process. */
const rows = [
  { package: 'cc-safety-net', samples: 1500, open: openSafetyNet },
  { package: 'vibesafu', samples: 100, open: openVibesafu },
];

/** The peers that are installed in `folder`: `evaluate` returns whether the peer blocks a command, or asks. */
export async function openPeers(folder) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'quality-'));
  const peers = [];
  for (const row of rows) {
    const location = path.join(path.resolve(folder), 'node_modules', row.package);
    if (!existsSync(location)) continue;
    const { version } = JSON.parse(readFileSync(path.join(location, 'package.json'), 'utf8'));
    peers.push({ ...row, version, evaluate: await row.open(location, directory) });
  }
  return { peers, close: () => rmSync(directory, { recursive: true }) };
}

async function openSafetyNet(location, cwd) {
  const { checkCommand } = await import(pathToFileURL(path.join(location, 'dist/api.js')).href);
  return (command) => checkCommand({ command, cwd }).kind === 'deny';
}

/** The hook of the program, with the input that Claude Code gives it, without a model. */
function openVibesafu(location, directory) {
  return (command) => {
    const { stdout } = spawnSync(
      process.execPath,
      ['--import', WITHOUT_WAITING, path.join(location, 'dist/index.js'), 'check'],
      {
        cwd: directory,
        env: { PATH: process.env.PATH, HOME: directory },
        input: JSON.stringify({
          session_id: 'quality',
          hook_event_name: 'PermissionRequest',
          tool_name: 'Bash',
          tool_input: { command },
          cwd: directory,
        }),
        encoding: 'utf8',
      },
    );
    return JSON.parse(stdout).hookSpecificOutput.decision.behavior === 'deny';
  };
}

/** At most `limit` of the commands, evenly taken. */
export function takeEvenly(commands, limit) {
  const step = Math.max(1, Math.ceil(commands.length / limit));
  return commands.filter((_, index) => index % step === 0);
}
