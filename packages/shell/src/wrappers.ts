import { Options } from './word.ts';

/**
 * A program that runs another one from its arguments. A short option that is not listed has no value; a long one may take
 * the next word.
 */
export interface Wrapper {
  /** Short options with a value, attached or in the next word. */
  readonly valued: string;
  /** Short options whose value, if any, is attached. */
  readonly attached: string;
  /** Long options with a value. */
  readonly long: readonly string[];
  /** If not empty, its command is after one of these words; without one it runs no command. */
  readonly behind: readonly string[];
  /** Words between the options and the command. */
  readonly operands: number;
  /** Those words may be missing. */
  readonly mayLackOperands: boolean;
  /** Options with which a command follows without operands. */
  readonly directWith: readonly string[];
  /** Options may also follow the operands. */
  readonly permutes: boolean;
  /** The words that follow: a command, words that are joined into a script, or nothing that runs. */
  readonly runs: 'command' | 'script' | 'nothing';
  /** Options whose value is a script. */
  readonly scripts: readonly string[];
  /** Options whose value is split into words before the rest. */
  readonly splits: readonly string[];
  /** Options with which it only checks the command. */
  readonly queries: readonly string[];
  /** Without a command it starts a shell, which reads stdin. */
  readonly startsShell: boolean;
  readonly takesAssignments: boolean;
  /** A lone `-` is an option. */
  readonly takesDash: boolean;
  /** It adds arguments at the end, or in place of the value of one of `marks`. */
  readonly appends: boolean;
  readonly marks: readonly string[];
  /** Options whose value is the directory of its command. */
  readonly moves: readonly string[];
  /** More may always run than is written. */
  readonly isOpaque: boolean;
  /** Options that do not change which program runs: letters, then long names. Without it no option is certain. */
  readonly certain?: string;
  /** Options with which it starts a shell that reads standard input: letters, then long names. */
  readonly shells?: string;
}

/** `nohup git push` */
const PLAIN: Wrapper = {
  valued: '',
  attached: '',
  long: [],
  behind: [],
  operands: 0,
  mayLackOperands: false,
  directWith: [],
  permutes: false,
  runs: 'command',
  scripts: [],
  splits: [],
  queries: [],
  startsShell: false,
  takesAssignments: false,
  takesDash: false,
  appends: false,
  marks: [],
  moves: [],
  isOpaque: false,
};

const SUDO_LONG = 'close-from chdir group host prompt chroot role command-timeout type user other-user'.split(
  ' ',
);
const XARGS_LONG = 'arg-file delimiter max-args max-chars max-procs process-slot-var'.split(' ');
const NPM_LONG = ['package', 'call'];
/** Subcommands that run a command in a window, or type it into one. */
const TMUX =
  'new-session new new-window neww split-window splitw respawn-pane respawnp run-shell run send-keys send'.split(
    ' ',
  );
const SU: Partial<Wrapper> = {
  valued: 'cCgGsTuw',
  long: 'command session-command group supp-group shell whitelist-environment user'.split(' '),
  operands: 1,
  runs: 'nothing',
  scripts: ['c', 'C', 'command', 'session-command'],
  directWith: ['u', 'user'],
  startsShell: true,
  permutes: true,
  takesDash: true,
};

const ROWS: readonly (readonly [names: string, row: Partial<Wrapper>])[] = [
  ['builtin nohup busybox toybox chronic', { certain: '' }],
  ['setsid', { certain: 'cfw ctty fork wait' }],
  ['fakeroot nocorrect noglob - unbuffer catchsegv pkexec linux32 linux64 torsocks', {}],
  ['dbus-run-session firejail winpty', {}],
  ['systemd-inhibit', { long: ['what', 'who', 'why', 'mode'] }],
  ['wsl', { valued: 'du' }],
  ['proxychains proxychains4', { valued: 'f' }],
  ['caffeinate', { valued: 'tw', certain: 'dimsutw' }],
  ['sshpass', { valued: 'Pdfp' }],
  ['prlimit', { valued: 'op' }],
  ['xvfb-run', { valued: 'efnpsw' }],
  ['cross-env', { takesAssignments: true }],
  ['command', { queries: ['v', 'V'], certain: 'p' }],
  ['exec', { valued: 'a', certain: 'cla' }],
  [
    'env',
    {
      valued: 'aCPSu',
      long: ['argv0', 'chdir', 'split-string', 'unset'],
      splits: ['S', 'split-string'],
      takesAssignments: true,
      takesDash: true,
      moves: ['C', 'chdir'],
      certain: 'i0vu ignore-environment null debug unset',
    },
  ],
  [
    'sudo',
    {
      valued: 'CDghpRrTtUu',
      long: SUDO_LONG,
      takesAssignments: true,
      startsShell: true,
      moves: ['D', 'chdir'],
      certain: 'AbEHknPSughpCDRTrt preserve-env non-interactive set-home user group',
      shells: 'si shell login',
    },
  ],
  ['doas', { valued: 'aCu', takesAssignments: true, startsShell: true, certain: 'nuC', shells: 's' }],
  ['time', { valued: 'fo', long: ['format', 'output'], takesAssignments: true, certain: 'pvafo' }],
  ['nice', { valued: 'n', long: ['adjustment'], certain: '0123456789n adjustment' }],
  ['ionice', { valued: 'cnpPu', long: ['class', 'classdata', 'pid', 'pgid', 'uid'], certain: 'tcn' }],
  [
    'timeout gtimeout',
    {
      valued: 'ks',
      long: ['kill-after', 'signal'],
      operands: 1,
      certain: 'vks preserve-status foreground verbose signal kill-after',
    },
  ],
  ['stdbuf', { valued: 'eio', long: ['input', 'output', 'error'], certain: 'ioe input output error' }],
  ['strace', { valued: 'abeEIoOpPsSuUX' }],
  ['ltrace', { valued: 'aAbDeFlnopsuwxX' }],
  ['watch', { valued: 'nq', long: ['interval', 'equexit'], runs: 'script' }],
  [
    'flock',
    {
      valued: 'cEw',
      long: ['wait', 'timeout', 'conflict-exit-code', 'command'],
      operands: 1,
      permutes: true,
      scripts: ['c', 'command'],
      certain: 'sxuneoFwE',
    },
  ],
  [
    'xargs gxargs',
    {
      valued: 'adEIJLnPRSs',
      attached: 'eil',
      long: XARGS_LONG,
      appends: true,
      marks: ['I', 'i', 'J', 'replace'],
      certain:
        '0rtxpoILnPsdaE null no-run-if-empty verbose max-args max-chars max-procs max-lines delimiter replace',
    },
  ],
  ['parallel', { valued: 'aEIjLNnPSs', runs: 'script', isOpaque: true }],
  ['chroot', { long: ['groups', 'userspec'], operands: 1, startsShell: true }],
  ['gosu su-exec', { operands: 1 }],
  ['unshare', { valued: 'GRSw', long: ['root', 'wd', 'setuid', 'setgid', 'propagation'], startsShell: true }],
  ['nsenter', { valued: 'GSt', long: ['target', 'setuid', 'setgid'], startsShell: true }],
  ['setpriv', { long: 'reuid regid groups inh-caps ambient-caps bounding-set securebits'.split(' ') }],
  ['taskset', { operands: 1 }],
  ['chrt', { valued: 'TPD', long: ['sched-runtime', 'sched-period', 'sched-deadline'], operands: 1 }],
  ['numactl', { valued: 'CNPimpw' }],
  ['setarch arch', { operands: 1, mayLackOperands: true, permutes: true }],
  [
    'systemd-run',
    {
      valued: 'EGHMpu',
      long: 'unit property uid gid nice setenv working-directory description slice'.split(' '),
    },
  ],
  [
    'script',
    {
      valued: 'BEIOTcmo',
      long: ['command'],
      operands: 1,
      mayLackOperands: true,
      permutes: true,
      scripts: ['c', 'command'],
      startsShell: true,
    },
  ],
  ['su runuser', SU],
  [
    'ssh',
    { valued: 'BDEFIJLOPQRSWbceilmopw', operands: 1, permutes: true, runs: 'script', startsShell: true },
  ],
  ['entr', { runs: 'script' }],
  ['watchexec', { valued: 'Edefiosw', runs: 'script' }],
  ['nodemon', { valued: 'deiwx', scripts: ['x', 'exec'], long: ['exec'], runs: 'nothing' }],
  ['screen', { valued: 'STcehpst' }],
  ['tmux', { valued: 'FNcefnstxy', behind: TMUX, runs: 'script' }],
  ['npx bunx pnpx', { valued: 'cp', long: NPM_LONG, scripts: ['c', 'call'] }],
  [
    'npm pnpm yarn bun',
    { valued: 'cp', long: NPM_LONG, scripts: ['c', 'call'], behind: ['exec', 'x', 'dlx'] },
  ],
  ['uv poetry pipenv pdm hatch rye pixi devbox volta conda mamba', { valued: 'np', behind: ['run'] }],
  ['bundle rbenv pyenv asdf fnm', { behind: ['exec'] }],
  ['nvm', { operands: 1, mayLackOperands: true, behind: ['exec'] }],
  ['direnv', { operands: 1, behind: ['exec'] }],
  ['nix', { behind: ['-c', '--command'] }],
  ['nix-shell', { valued: 'AIEp', long: ['run', 'command'], scripts: ['run', 'command'], permutes: true }],
  ['dotenv', { behind: ['--', 'run'] }],
  // Their options may have values: only `--` marks the command for certain.
  ['mise op infisical chamber aws-vault lerna nx', { behind: ['--'] }],
  ['doppler', { valued: 'cpt', long: ['command'], scripts: ['command'], behind: ['--', 'run'] }],
];

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  ROWS.flatMap(([names, row]) => names.split(' ').map((name) => [name, { ...PLAIN, ...row }] as const)),
);

export function findWrapper(name: string): Wrapper | undefined {
  // The dynamic linker runs the program it is given: /lib64/ld-linux-x86-64.so.2 /usr/bin/git push.
  if (name.startsWith('ld-') && name.includes('.so')) return PLAIN;
  return WRAPPERS.get(name);
}

/** The directory in which a wrapper runs its command (`env -C dir`); undefined = the current one. */
export function findDirectoryOption(name: string, words: readonly string[]): string | undefined {
  const wrapper = name === 'env' || name === 'sudo' ? findWrapper(name) : undefined;
  if (wrapper === undefined) return undefined;
  const { valued, long, moves } = wrapper;
  let end = 1;
  while (end < words.length && /^-./.test(words[end] ?? '') && words[end] !== '--') {
    const word = words[end] ?? '';
    const letter = [...word.slice(1)].findIndex((each) => valued.includes(each));
    const takesNext = word.startsWith('--') ? long.includes(word.slice(2)) : letter === word.length - 2;
    end += takesNext ? 2 : 1;
  }
  return new Options(words.slice(1, end), valued, new Set(long)).valueOf(...moves);
}
