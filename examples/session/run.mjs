/**
 * What `npm start` shows: a recorded session of Claude Code, event by event, through `hooks run`.
 *
 * `events/` holds what the agent really sent (recorded in one run after the other, made into one session; the
 * timeout and the fake key are ours). Everything printed comes from there and from what the commands answer:
 * edit an event or a hook, run it again, and the output follows. Nothing outside one temporary folder is touched.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { explainAnswer, explainEvent } from './explain.mjs';
import { print, printCommand, printWrapped } from './print.mjs';
import { removeScratch } from './scratch.mjs';

const cli = path.resolve(import.meta.dirname, '../../packages/cli/dist/hooks.cjs');
const events = path.join(import.meta.dirname, 'events');
const MAX_ANSWER = 240;
const packages = ['block-dangerous', 'clamp-timeout', 'redact-secrets', 'audit-log'];

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookmd-session-')));
const home = path.join(scratch, 'home');
const project = path.join(scratch, 'my-project');
const state = path.join(home, '.local/state/hookmd');
process.on('exit', () => removeScratch(scratch));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

mkdirSync(home);
mkdirSync(path.join(project, '.git'), { recursive: true });

print('A recorded session of Claude Code, in a scratch home and project that are removed at the end.');
print(`hooks stands for: node ${path.relative(process.cwd(), cli)} --home ${home}`);
try {
  if (!existsSync(cli)) throw new Error(`${cli} is missing: run \`npm run build\` first.`);
  show(['enable', ...packages, '--yes']);
  show(['list']);
  const names = readdirSync(events).filter((name) => name.endsWith('.json'));
  for (const name of names.sort()) replay(name);
  showAudit(names.length);
  show(['trace', blockedTrace() ?? '--last']);
} catch (error) {
  console.error(`\nThis should not have happened: ${error.message}`);
  process.exitCode = 1;
}

/** A `hooks` command as a person types it, and what it prints. */
function show(words) {
  printCommand(['hooks', ...words].join(' '));
  const { stdout } = runHooks(words);
  print(stdout.trimEnd());
}

/** One event: what the agent asked, what HookMD answered, and what that means. */
function replay(name) {
  const text = readFileSync(path.join(events, name), 'utf8').replaceAll('{{project}}', project);
  const event = JSON.parse(text);
  printCommand(`hooks run --agent claude-code < events/${name}`);
  const { status, stdout, stderr } = runHooks(['run', '--agent', 'claude-code'], text);
  const answer = stdout.trim() === '' ? null : JSON.parse(stdout);
  printWrapped('agent', explainEvent(event));
  printWrapped('HookMD', answer === null ? `nothing (exit ${status})` : shorten(JSON.stringify(answer)));
  for (const meaning of explainAnswer(event, answer, { status, stderr })) printWrapped('means', meaning);
}

/** What audit-log wrote: one line for each event, also for the blocked one. */
function showAudit(count) {
  const data = path.join(state, 'data');
  const own = readdirSync(data, { recursive: true }).find((name) => path.basename(name) === 'audit.jsonl');
  const file = path.join(data, own ?? 'audit.jsonl');
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  print(`\n${lines.length} lines in ${path.relative(home, file)}:`);
  for (const { time, event, subject, decision, decidedBy, changed } of lines) {
    const outcome = [decision ?? '–', ...decidedBy, ...changed.map((name) => `changed ${name}`)].join(' ');
    print(
      `  ${time.slice(11, 23)}  ${event.padEnd(16)}  ${(subject ?? '–').slice(0, 35).padEnd(35)}  ${outcome}`,
    );
  }
  if (lines.length !== count) throw new Error(`${count} events left ${lines.length} audit lines.`);
}

/** The trace of the last call that was blocked, by the event log. */
function blockedTrace() {
  const folder = path.join(state, 'event-log');
  const records = readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line));
  return records.findLast(({ decision }) => decision === 'block')?.traceId.slice(0, 8);
}

/** Runs the built command in the scratch project. No variable of an agent reaches it, or it would refuse to enable. */
function runHooks(words, input = '') {
  const passed = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TERM', 'NO_COLOR'].filter(
    (name) => process.env[name] !== undefined,
  );
  const env = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
  const result = spawnSync(process.execPath, [cli, ...words, '--home', home], {
    cwd: project,
    env: { ...env, HOME: home, CI: 'true' },
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const mayBlock = words[0] === 'run' && result.status === 2;
  if (result.error !== undefined || (result.status !== 0 && !mayBlock)) {
    const said = result.stderr.trim().slice(0, 500);
    const why = result.error?.message ?? (said || `exit ${result.status ?? result.signal}`);
    throw new Error(`hooks ${words.join(' ')}: ${why}`);
  }
  return result;
}

function shorten(text) {
  return text.length <= MAX_ANSWER ? text : `${text.slice(0, MAX_ANSWER - 1)}…`;
}
