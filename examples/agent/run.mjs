/**
 * The demo of `npm start` in this directory: runs the agent in a temporary home and project, and removes both at the end. Edits of the
 * script in model.mjs or of a hook change the output.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { print, printHeading, printLabeled } from '../session/print.mjs';
import { removeScratch } from '../session/scratch.mjs';
import { runAgent } from './agent.mjs';

const cli = path.resolve(import.meta.dirname, '../../packages/cli/dist/hooks.cjs');
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookmd-agent-')));
const home = path.join(scratch, 'home');
const project = path.join(scratch, 'my-project');
process.on('exit', () => removeScratch(scratch));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

mkdirSync(path.join(home, '.hookmd'), { recursive: true });
mkdirSync(path.join(project, '.git'), { recursive: true });
cpSync(path.join(import.meta.dirname, 'hooks'), path.join(home, '.hookmd/hooks'), { recursive: true });
// The token is put together here, so that no scanner reports this file as a leak.
writeFileSync(
  path.join(project, 'settings.env'),
  `TOKEN=ghp_${'0123456789'.repeat(4).slice(0, 36)}\nREGION=eu-1\n`,
);

print('An agent on the AI SDK with three hooks, in a temporary home and project.');
try {
  if (!existsSync(cli)) throw new Error(`${cli} does not exist. Run \`npm run build\`.`);
  showCommand(['enable', 'block-dangerous', 'redact-secrets', 'notes-first', '--yes']);
  print('');
  const prompt = 'Clean up the project, and describe the settings.';
  const { messages } = await runAgent({ home, project, prompt, report: printLabeled });
  print(`\nThe conversation at the end, ${messages.length} messages:`);
  for (const { role, content } of messages) print(`  ${role.padEnd(10)} ${textOf(content)}`);
  showCommand(['log']);
  const [, , blocked] = /^(\S+ ){2} ?(\w+) .*blocked by/m.exec(runHooks(['log'])) ?? [];
  showCommand(['trace', blocked ?? '--last']);
} catch (error) {
  console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = 1;
}

/** Runs a `hooks` command, and prints it with its output. */
function showCommand(args) {
  printHeading(`$ hooks ${args.join(' ')}`);
  print(runHooks(args).trimEnd());
}

function runHooks(args) {
  const env = { ...process.env, HOME: home, CI: 'true' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args, '--home', home], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`hooks ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function textOf(content) {
  return typeof content === 'string'
    ? content
    : content.map((part) => part.text ?? JSON.stringify(part.output ?? part.input)).join(' ');
}
