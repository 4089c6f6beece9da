import type { PlainCommand } from '@hookmd/shell';

/**
 * What changes the shell that runs it: behind it a name may stand for another program, a path for another file. What only starts something
 * else in this shell (`command cd x`) counts with them.
 */
const CHANGERS: ReadonlySet<string> = new Set([
  // The directory.
  ...['cd', 'chdir', 'popd', 'pushd'],
  // Variables, and PATH is one.
  ...[
    'declare',
    'export',
    'float',
    'getopts',
    'integer',
    'let',
    'local',
    'mapfile',
    'nameref',
    'print',
    'read',
    'readarray',
  ],
  ...['readonly', 'typeset', 'unset', 'vared'],
  // What names mean.
  ...[
    'alias',
    'autoload',
    'disable',
    'enable',
    'function',
    'functions',
    'hash',
    'rehash',
    'unalias',
    'unfunction',
    'unhash',
  ],
  // How the shell reads, and what it does by itself.
  ...['bind', 'emulate', 'set', 'setopt', 'shopt', 'trap', 'unsetopt', 'zmodload'],
  // Anything.
  ...['.', 'builtin', 'command', 'eval', 'exec', 'nocorrect', 'noglob', 'source', 'time', '-'],
]);

/** Whether this command can change the meaning of what follows it in a script. Pure. */
export function changesShell({ text }: PlainCommand): boolean {
  const [program = '', first = ''] = text.split(' ');
  // Else it prints.
  return CHANGERS.has(program) || (program === 'printf' && first.startsWith('-v'));
}
