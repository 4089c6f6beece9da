/**
 * Records the terminal session of the README: `npm run recording`, on Linux.
 * Types into a real terminal, in a home of its own, and writes docs/images/session.cast (asciinema, version 2)
 * and docs/images/session.svg, which a pinned program from npm draws.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';

const COLUMNS = 80;
const ROWS = 24;
const PROMPT = '$ ';
const TITLE = 'HookMD blocks a dangerous command';
const DRAWN_BY = 'svg-term-cli@2.1.1';

/** An event as an agent sends it. */
const EVENT = { tool_name: 'Bash', tool_input: { command: 'git reset --hard' } };

/** What is typed, for how many seconds a reader looks at what it prints, and the key that answers its question. */
const SESSION = [
  ['hooks enable block-dangerous', 2, 'y'],
  ['cat event.json', 1.5],
  ['hooks run PreToolUse < event.json', 3.5],
  ['hooks trace --last', 0],
];
const QUESTION = 'this version?';
/** For what a hook runs and may change, above the question. */
const READING_MS = 5000;
const LONGEST_WAIT_MS = 30_000;
const LAST_FRAME_SECONDS = 6;

const root = path.join(import.meta.dirname, '..');
const images = path.join(root, 'docs', 'images');
const home = mkdtempSync(path.join(tmpdir(), 'hookmd-recording-'));
try {
  const header = { version: 2, width: COLUMNS, height: ROWS, title: TITLE, env: { TERM: 'xterm-256color' } };
  const events = await record();
  writeCast(path.join(images, 'session.cast'), [header, ...events]);
  const frames = path.join(home, 'frames.cast');
  // One column more: the last one would be cut where a font is a little wider than expected.
  writeCast(frames, [{ ...header, width: COLUMNS + 1 }, ...asFrames(events)]);
  writeFileSync(path.join(images, 'session.svg'), draw(frames));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Plays the session in a terminal; returns what it showed, with the seconds since the start. */
async function record() {
  const project = path.join(home, 'project');
  const bin = path.join(home, 'bin');
  for (const directory of [path.join(project, '.git'), bin]) mkdirSync(directory, { recursive: true });
  symlinkSync(path.join(root, 'packages', 'cli', 'dist', 'hooks.cjs'), path.join(bin, 'hooks'));
  writeFileSync(path.join(project, 'event.json'), `${JSON.stringify(EVENT)}\n`);
  writeFileSync(path.join(home, '.inputrc'), 'set enable-bracketed-paste off\n');
  const shell = `stty cols ${COLUMNS} rows ${ROWS}; exec bash --noprofile --norc -i`;
  const env = {
    PATH: [bin, path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter),
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PS1: PROMPT,
  };
  const terminal = spawn('script', ['-qfec', shell, '/dev/null'], { cwd: project, env });
  const events = await play(terminal);
  terminal.stdin.write('exit\r');
  await new Promise((resolve) => terminal.on('close', resolve));
  const leaks = [root, home].filter((place) => events.some(([, , text]) => text.includes(place)));
  if (leaks.length > 0) throw new Error(`The recording contains ${leaks.join(' and ')}.`);
  return events;
}

async function play(terminal) {
  const decoder = new StringDecoder('utf8');
  const events = [];
  let shown = '';
  let startedAt = 0;
  terminal.stdout.on('data', (data) => {
    const text = decoder.write(data);
    shown += text;
    if (startedAt > 0) events.push([Math.round(performance.now() - startedAt) / 1000, 'o', text]);
  });
  const waitForPrompt = async () => {
    for (let before = ''; !shown.endsWith(PROMPT) || before !== shown; await sleep(100)) before = shown;
  };
  const waitForQuestion = async () => {
    for (const end = Date.now() + LONGEST_WAIT_MS; !shown.includes(QUESTION); await sleep(100))
      if (Date.now() > end) throw new Error(`It did not show "${QUESTION}".`);
  };
  await waitForPrompt();
  events.push([0, 'o', PROMPT]);
  startedAt = performance.now();
  await sleep(700);
  for (const [command, seconds, answer] of SESSION) {
    for (const [at, character] of [...command].entries()) {
      terminal.stdin.write(character);
      await sleep(typingMs(character, at));
    }
    await sleep(300);
    shown = '';
    terminal.stdin.write('\r');
    if (answer !== undefined) {
      await waitForQuestion();
      await sleep(READING_MS);
      terminal.stdin.write(answer);
    }
    await waitForPrompt();
    await sleep(seconds * 1000);
  }
  return [...events];
}

/** As people type: longer after a word, and never quite even. The same in each recording. */
function typingMs(character, at) {
  return (character === ' ' ? 55 : 25) + ((at * 7919) % 5) * 8;
}

/** Few enough frames for a small picture: what is shown within a moment is one. The last one stays. */
function asFrames(events) {
  const frames = [];
  for (const [at, kind, text] of events) {
    const last = frames.at(-1);
    if (last !== undefined && at - last[0] < 0.08) last[2] += text;
    else frames.push([at, kind, text]);
  }
  return [...frames, [frames.at(-1)[0] + LAST_FRAME_SECONDS, 'o', '']];
}

/** The animated picture, with a name for screen readers, and still where the reader wants no motion. */
function draw(cast) {
  const file = path.join(home, 'session.svg');
  const args = ['--yes', DRAWN_BY, '--window', '--in', cast, '--out', file];
  const { status, stderr } = spawnSync('npx', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${DRAWN_BY} failed: ${stderr}`);
  const svg = readFileSync(file, 'utf8');
  const lastFrame = svg.match(/translateX\(-\d+px\)/g)?.at(-1);
  if (lastFrame === undefined) throw new Error(`${DRAWN_BY} draws in another way now: there are no frames.`);
  const still = `@media(prefers-reduced-motion:reduce){g[style]{animation:none!important;transform:${lastFrame}}}`;
  return `${svg
    .replace(/(<svg [^>]*)>/, `$1 role="img" aria-label="${TITLE}"><title>${TITLE}</title>`)
    .replace('</style>', `${still}</style>`)}\n`;
}

function writeCast(file, lines) {
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}
