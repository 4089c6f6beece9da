/**
 * What `npm start` shows here: the agent at work, in a scratch home and project that are removed at the end. Everything printed
 * is what happened: edit the script of the model or a hook, run it again, and the output follows.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
// Put together here, so that no scanner takes this file for a leak.
writeFileSync(
  path.join(project, 'settings.env'),
  `TOKEN=ghp_${'0123456789'.repeat(4).slice(0, 36)}\nREGION=eu-1\n`,
);

try {
  if (!existsSync(cli)) throw new Error(`${cli} is missing: run \`npm run build\` first.`);
  show(['enable', 'block-dangerous', 'redact-secrets', 'notes-first', '--yes']);
  console.log();
  const prompt = 'Clean up, and tell me what the settings hold.';
  const { messages } = await runAgent({ home, project, prompt, tell });
  console.log(`\nThe conversation as it is kept, ${messages.length} messages:`);
  for (const { role, content } of messages) console.log(`  ${role.padEnd(9)} ${shorten(textOf(content))}`);
  show(['log']);
  const [, , blocked] = /^(\S+ ){2} ?(\w+) .*blocked by/m.exec(runHooks(['log'])) ?? [];
  show(['trace', blocked ?? '--last']);
} catch (error) {
  console.error(`\nThis should not have happened: ${error.message}`);
  process.exitCode = 1;
}

function tell(who, text) {
  console.log(`${who.padEnd(7)} ${text.trimEnd().replaceAll('\n', `\n${' '.repeat(8)}`)}`);
}

/** A `hooks` command as a person types it, and what it prints. */
function show(words) {
  console.log(`\n$ hooks ${words.join(' ')}`);
  console.log(runHooks(words).trimEnd());
}

function runHooks(words) {
  const env = { ...process.env, HOME: home, CI: 'true' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...words, '--home', home], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`hooks ${words.join(' ')}: ${stderr}`);
  return stdout;
}

function textOf(content) {
  return typeof content === 'string'
    ? content
    : content.map((part) => part.text ?? JSON.stringify(part.output ?? part.input)).join(' ');
}

function shorten(text) {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}
