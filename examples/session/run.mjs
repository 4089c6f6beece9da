/**
 * The demo of `npm start`: replays a recorded session of Claude Code, event by event, through `hooks run`.
 *
 * `events/` contains what the agent sent. The events were recorded in several runs and joined to one session; the timeout and the key
 * in the output are made up. All printed decisions come from the real command, so edits of an event or a hook change the output. The
 * demo writes only to one temporary directory.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { explainEvent } from './explain.mjs';
import { print, printHeading, printLabeled } from './print.mjs';
import { removeScratch } from './scratch.mjs';

const cli = path.resolve(import.meta.dirname, '../../packages/cli/dist/hooks.cjs');
const eventsDir = path.join(import.meta.dirname, 'events');
const enabledHooks = ['block-dangerous', 'clamp-timeout', 'redact-secrets', 'audit-log'];

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookmd-session-')));
const home = path.join(scratch, 'home');
const project = path.join(scratch, 'my-project');
process.on('exit', () => removeScratch(scratch));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

mkdirSync(home);
mkdirSync(path.join(project, '.git'), { recursive: true });

print('A recorded session of Claude Code with four hooks, in a temporary home and project.');
try {
  if (!existsSync(cli)) throw new Error(`${cli} does not exist. Run \`npm run build\`.`);
  showCommand(['enable', ...enabledHooks, '--yes']);
  print('\nThe events of the session, each sent with `hooks run --agent claude-code`:');
  const files = readdirSync(eventsDir).filter((name) => name.endsWith('.json'));
  const traces = files.sort().map(replayEvent);
  showAuditLog(files.length);
  const blocked = traces.findLast(({ decision }) => decision === 'block');
  showCommand(['trace', blocked?.traceId.slice(0, 8) ?? '--last']);
  showNextSteps();
} catch (error) {
  console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = 1;
}

/** Runs a `hooks` command, and prints it with its output. */
function showCommand(args) {
  printHeading(`$ hooks ${args.join(' ')}`);
  print(runHooks(args).trimEnd());
}

/** Sends one event to the hooks as the agent does, prints what happened, and returns its trace. */
function replayEvent(file, index) {
  const payload = readFileSync(path.join(eventsDir, file), 'utf8').replaceAll('{{project}}', project);
  const event = JSON.parse(payload);
  const stdout = runHooks(['run', '--agent', 'claude-code'], payload);
  const reply = stdout.trim() === '' ? null : JSON.parse(stdout);
  const trace = JSON.parse(runHooks(['trace', '--last', '--json']));
  printHeading(`${index + 1}. ${event.hook_event_name}`);
  for (const [label, text] of explainEvent(event, reply, trace)) printLabeled(label, text);
  return trace;
}

/** Prints the file of the hook audit-log, which has one line for each event. */
function showAuditLog(eventCount) {
  const file = path.join(home, '.local/state/hookmd/data/bundled/audit-log/audit.jsonl');
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  print(`\naudit-log wrote ${lines.length} lines to ~/${path.relative(home, file)}:`);
  for (const { time, event, subject, decision, decidedBy, changed } of lines) {
    const outcome = [decision ?? '–', ...decidedBy, ...changed.map((name) => `changed ${name}`)].join(' ');
    print(
      `  ${time.slice(11, 23)}  ${event.padEnd(16)}  ${(subject ?? '–').slice(0, 35).padEnd(35)}  ${outcome}`,
    );
  }
  if (lines.length !== eventCount)
    throw new Error(`audit-log wrote ${lines.length} lines for ${eventCount} events.`);
}

function showNextSteps() {
  const root = path.relative(process.cwd(), path.resolve(import.meta.dirname, '../..'));
  printHeading('Next, use these hooks with your agent:');
  // Not `print`, which cuts long lines: these are to be pasted.
  console.log(`
  mkdir -p ~/.local/bin && ln -sf "$PWD/${path.join(root, 'packages/cli/dist/hooks.cjs')}" ~/.local/bin/hooks
  hooks enable block-dangerous redact-secrets
  hooks attach claude-code

${path.join(root, 'docs/start/quickstart.md')} explains each step.`);
}

/** Runs the built command in the scratch project. It gets no variable of an agent, because agents cannot enable hooks. */
function runHooks(args, input = '') {
  const inherited = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TERM', 'NO_COLOR'].filter(
    (name) => process.env[name] !== undefined,
  );
  const env = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
  const { status, signal, stdout, stderr, error } = spawnSync(
    process.execPath,
    [cli, ...args, '--home', home],
    {
      cwd: project,
      env: { ...env, HOME: home, CI: 'true' },
      input,
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  // Claude Code's format has exit code 2 for a block.
  const isBlock = args[0] === 'run' && status === 2;
  if (error !== undefined || (status !== 0 && !isBlock)) {
    const detail = error?.message ?? (stderr.trim().slice(0, 500) || `exit code ${status ?? signal}`);
    throw new Error(`hooks ${args.join(' ')}: ${detail}`);
  }
  return stdout;
}
