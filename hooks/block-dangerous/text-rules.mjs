import path from 'node:path';
import { redirectsToDisk } from './devices.mjs';
import { makeChain } from './shell.generated.mjs';

const DOWNLOADERS = 'curl|wget|fetch|https?|aria2c|lynx|nc|ncat|socat';
const DECODERS = 'base64|base32|xxd|openssl|uudecode|rev|tr|gunzip|zcat|gzip|bzcat|xzcat|zstdcat';
/** An escaped letter that is not a color. */
const printsEscapes = makeChain(
  [
    { pattern: '\\b(?:printf|echo)\\b' },
    { pattern: '\\\\(?!033|x1b|u001b)(?:x|0|[1-7]|u)', reach: 500, barrier: '\n' },
  ],
  'i',
);

/** `GIT_EDITOR='rm -rf x' git commit`, `git -c core.pager='…'`, `tar --to-command='…'` */
const deletesInSetting = makeChain(
  [
    {
      pattern:
        '(?:\\bGIT_\\w{1,30}|EDITOR|PAGER|\\bcore\\.\\w{1,30}|command|\\bexec|--rsh|--rsync-path|--use-compress-program)=["\']?',
    },
    { pattern: '\\brm(?=\\s+-\\w{0,9}[rR])', reach: 200, barrier: '"\'\n' },
  ],
  'i',
);

/** Rules for the command as a whole. `isDangerous` gets the call. */
export const textRules = [
  {
    name: 'write to a device',
    effect: 'overwrites a disk',
    instead: 'Write to a file instead.',
    isDangerous: redirectsToDisk,
  },
  {
    name: 'fork bomb',
    effect: 'starts copies of itself without end',
    instead: 'Do not run it.',
    isDangerous: ({ text }) => /(?<![\w.:-])([\w.:-]{1,32})\s*\(\s*\)\s*\{\s*\1\s*\|\s*\1\s*&/.test(text),
  },
  {
    name: 'downloaded script',
    effect: 'runs code that was not reviewed',
    instead: 'Download it to a file, read it, then run it.',
    isDangerous: (call) => runsUnseenScript(call) && feedsShell.downloaded(call.flat()),
  },
  {
    name: 'disguised script',
    effect: 'runs a script that cannot be checked',
    instead: 'Write its commands out in full.',
    isDangerous: (call) =>
      runsUnseenScript(call) && (feedsShell.decoded(call.flat()) || printsEscapes(call.text)),
  },
  {
    name: 'command in a setting',
    effect: 'makes another program delete a directory',
    instead: 'Run the program without that setting.',
    isDangerous: ({ text }) => deletesInSetting(text),
  },
  {
    name: 'disguised command',
    effect: 'hides the name of its program, and has options that delete or force',
    instead: 'Write the name of the program out.',
    isDangerous: ({ commands }) => commands.some(hidesProgram),
  },
];

/** Whether a shell or an interpreter reads its script from a pipe, a substitution or a descriptor. */
export function runsUnseenScript({ isOpaque, commands, once }) {
  return once('runs an unseen script', () => commands.some((command) => isUnseenScript(command, isOpaque)));
}

function isUnseenScript({ name, words }, isOpaque) {
  if (/^(\w{0,4}sh|eval|source|\.)$/.test(name)) return isOpaque;
  if (!/^(python[\d.]*|node|ruby|perl|php|lua)$/.test(name)) return false;
  const [first = '-', script = ''] = words.slice(1);
  return /^(-|<\(.*|\/dev\/.*)$/s.test(first) || (/^-(c|e|r|-eval)$/.test(first) && /^(\$\(|`)/.test(script));
}

const RUNNERS = 'sh|bash|dash|zsh|ksh|fish|python[\\d.]*|node|ruby|perl|php|lua';

const feedsShell = { downloaded: makeFeed(DOWNLOADERS), decoded: makeFeed(DECODERS) };

/** Whether the output of one of `programs` goes to a shell or an interpreter, by a pipe or a substitution. */
function makeFeed(programs) {
  const pattern = `(?<![\\w.-])(?:${programs})(?![\\w.-])`;
  const isPiped = makeChain([
    { pattern },
    { pattern: '\\|', reach: 400, barrier: ';\n' },
    { pattern: `(?<![\\w.-])(?:${RUNNERS})(?![\\w.-])`, reach: 80, barrier: '|;\n' },
  ]);
  const isPut = makeChain([
    { pattern: `(?<![\\w-])(?:${RUNNERS}|eval|source|\\.)\\s` },
    { pattern: '\\$\\(|`|<\\(|<<<', reach: 200, barrier: ';\n' },
    { pattern, reach: 200, barrier: ';\n)' },
  ]);
  return (flat) => isPiped(flat) || isPut(flat);
}

function hidesProgram({ words }) {
  if (!/[$`*?[{]/.test(words[0] ?? '')) return false;
  return words.some(
    (word) =>
      /^-(delete|-force|-hard|-recursive|-no-preserve-root)$/i.test(word) ||
      (/^-\w+$/.test(word) && /r/i.test(word) && /f/i.test(word)),
  );
}

/** Whether the command writes a script to a file and then runs that file. */
export function runsWhatItWrites({ commands, writes }) {
  const teed = commands.flatMap(({ name, words }) => (name === 'tee' ? words.slice(1) : []));
  const written = new Set(
    [...writes.map((write) => write.path), ...teed].map((file) => path.normalize(file)),
  );
  if (written.size === 0) return false;
  const isWritten = (word) => written.has(path.normalize(word));
  return commands.some(({ name, words }) => {
    if (words[0] !== undefined && isWritten(words[0])) return true;
    return /^(\w{0,4}sh|source|\.)$/.test(name) && words.slice(1).some(isWritten);
  });
}
