/**
 * A program that runs another one given in its arguments. A short option that is not listed takes no value of its own; a long one
 * may take the next word.
 */
export interface Wrapper {
  /** Short options with a value, attached or in the next word. */
  readonly valued: string;
  /** Short options whose value, if any, is attached. */
  readonly attached: string;
  /** Long options with a value. */
  readonly long: readonly string[];
  /** Words between the options and the command. */
  readonly operands: number;
  /** Those words may be missing. */
  readonly mayLackOperands: boolean;
  /** Options with which a command follows at once, and no operands. */
  readonly directWith: readonly string[];
  /** Options may also stand behind the operands. */
  readonly permutes: boolean;
  /** What follows: a command, words that are joined into a script, or nothing that runs. */
  readonly runs: 'command' | 'script' | 'nothing';
  /** Options whose value is a script. */
  readonly scripts: readonly string[];
  /** Options whose value is split into words and put before the rest. */
  readonly splits: readonly string[];
  /** Options with which it only asks about the command. */
  readonly queries: readonly string[];
  /** Without a command it starts a shell, which reads stdin. */
  readonly startsShell: boolean;
  readonly takesAssignments: boolean;
  /** A lone `-` is an option. */
  readonly takesDash: boolean;
  /** It adds arguments that are not written here, at the end or where the value of one of `marks` stands. */
  readonly appends: boolean;
  readonly marks: readonly string[];
  /** Always more may run than is written. */
  readonly isOpaque: boolean;
}

const PLAIN: Wrapper = {
  valued: '',
  attached: '',
  long: [],
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
  isOpaque: false,
};

const SUDO_LONG = 'close-from chdir group host prompt chroot role command-timeout type user other-user'.split(
  ' ',
);
const XARGS_LONG = 'arg-file delimiter max-args max-chars max-procs process-slot-var'.split(' ');
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
  ['builtin nohup setsid busybox toybox fakeroot nocorrect noglob - unbuffer catchsegv pkexec', {}],
  ['linux32 linux64 torsocks proxychains proxychains4 dbus-run-session systemd-inhibit caffeinate', {}],
  ['command', { queries: ['v', 'V'] }],
  ['exec', { valued: 'a' }],
  [
    'env',
    {
      valued: 'aCPSu',
      long: ['argv0', 'chdir', 'split-string', 'unset'],
      splits: ['S', 'split-string'],
      takesAssignments: true,
      takesDash: true,
    },
  ],
  ['sudo', { valued: 'CDghpRrTtUu', long: SUDO_LONG, takesAssignments: true, startsShell: true }],
  ['doas', { valued: 'aCu', takesAssignments: true, startsShell: true }],
  ['time', { valued: 'fo', long: ['format', 'output'], takesAssignments: true }],
  ['nice', { valued: 'n', long: ['adjustment'] }],
  ['ionice', { valued: 'cnpPu', long: ['class', 'classdata', 'pid', 'pgid', 'uid'] }],
  ['timeout gtimeout', { valued: 'ks', long: ['kill-after', 'signal'], operands: 1 }],
  ['stdbuf', { valued: 'eio', long: ['input', 'output', 'error'] }],
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
];

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  ROWS.flatMap(([names, row]) => names.split(' ').map((name) => [name, { ...PLAIN, ...row }] as const)),
);

export function findWrapper(name: string): Wrapper | undefined {
  // The dynamic linker runs the program it is given: /lib64/ld-linux-x86-64.so.2 /usr/bin/git push.
  if (name.startsWith('ld-') && name.includes('.so')) return PLAIN;
  return WRAPPERS.get(name);
}
