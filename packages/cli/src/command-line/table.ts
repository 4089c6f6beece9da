import type { CommandTable } from './command.ts';

/** Every command in the order of the help; each is a bundle of its own, loaded when it is called. */
export const commands: CommandTable = {
  list: {
    group: 'Everyday',
    about: 'list hook packages with their state',
    load: () => import('../commands/list/command.ts'),
  },
  info: {
    group: 'Everyday',
    about: 'explain why a hook runs or does not',
    load: () => import('../commands/info/command.ts'),
  },
  enable: {
    group: 'Everyday',
    about: 'approve a hook and turn it on',
    load: () => import('../commands/enable/command.ts'),
  },
  disable: {
    group: 'Everyday',
    about: 'disable hooks',
    load: () => import('../commands/disable/command.ts'),
  },
  approve: {
    group: 'Everyday',
    about: 'approve an edited hook',
    load: () => import('../commands/approve/command.ts'),
  },
  diff: {
    group: 'Everyday',
    about: 'show what changed since the approval',
    load: () => import('../commands/diff/command.ts'),
  },
  attach: {
    group: 'Agents',
    about: 'add HookMD to the settings of an agent',
    load: () => import('../commands/attach/command.ts'),
  },
  detach: {
    group: 'Agents',
    about: 'remove HookMD from the settings of an agent',
    load: () => import('../commands/detach/command.ts'),
  },
  agents: {
    group: 'Agents',
    about: 'list coding agents and how they are attached',
    load: () => import('../commands/agents/command.ts'),
  },
  doctor: {
    group: 'Diagnose',
    about: 'check the installation and the connection to agents',
    load: () => import('../commands/doctor/command.ts'),
  },
  try: {
    group: 'Diagnose',
    about: 'show what hooks decide about a call',
    load: () => import('../commands/try/command.ts'),
  },
  scan: {
    group: 'Diagnose',
    about: 'show what hooks would have done to past calls',
    load: () => import('../commands/scan/command.ts'),
  },
  log: { group: 'Diagnose', about: 'list past events', load: () => import('../commands/log/command.ts') },
  trace: {
    group: 'Diagnose',
    about: 'show one event with the result of every hook',
    load: () => import('../commands/trace/command.ts'),
  },
  ui: {
    group: 'Diagnose',
    about: 'show events, hooks and agents in your browser',
    load: () => import('../commands/ui/command.ts'),
  },
  allow: {
    group: 'Diagnose',
    about: 'let a blocked call through, once or for some minutes',
    load: () => import('../commands/allow/command.ts'),
  },
  check: {
    group: 'Diagnose',
    about: 'check packages without running them',
    load: () => import('../commands/check/command.ts'),
  },
  explain: {
    group: 'Diagnose',
    about: 'explain the code of an error',
    load: () => import('../commands/explain/command.ts'),
  },
  search: {
    group: 'Packages',
    about: 'find hook packages to install',
    load: () => import('../commands/search/command.ts'),
  },
  source: {
    group: 'Packages',
    about: 'add or remove marketplaces that `search` searches',
    load: () => import('../commands/source/command.ts'),
  },
  install: {
    group: 'Packages',
    about: 'install hook packages and lock their versions',
    load: () => import('../commands/install/command.ts'),
  },
  update: {
    group: 'Packages',
    about: 'update installed packages',
    load: () => import('../commands/update/command.ts'),
  },
  outdated: {
    group: 'Packages',
    about: 'list installed packages with a newer version',
    load: () => import('../commands/outdated/command.ts'),
  },
  remove: {
    group: 'Packages',
    about: 'remove installed packages',
    load: () => import('../commands/remove/command.ts'),
  },
  new: {
    group: 'Write hooks',
    about: 'create a hook package',
    load: () => import('../commands/new/command.ts'),
  },
  test: {
    group: 'Write hooks',
    about: 'run the test cases of packages',
    load: () => import('../commands/test/command.ts'),
  },
  dev: {
    group: 'Write hooks',
    about: 'rebuild and test a package on every change',
    load: () => import('../commands/dev/command.ts'),
  },
  build: {
    group: 'Write hooks',
    about: 'bundle a handler into a package to ship',
    load: () => import('../commands/build/command.ts'),
  },
  import: {
    group: 'Write hooks',
    about: 'convert hooks of other systems to packages',
    load: () => import('../commands/import/command.ts'),
  },
  run: {
    group: 'Write hooks',
    about: 'run the hooks of one event',
    load: () => import('../commands/run/command.ts'),
  },
  events: {
    group: 'Write hooks',
    about: 'describe events',
    load: () => import('../commands/events/command.ts'),
  },
  daemon: {
    group: 'Advanced',
    about: 'run the daemon that handles events',
    load: () => import('../commands/daemon/command.ts'),
  },
  status: {
    group: 'Advanced',
    about: 'show the state of the daemon',
    load: () => import('../commands/status/command.ts'),
  },
  config: {
    group: 'Advanced',
    about: 'show or change settings',
    load: () => import('../commands/config/command.ts'),
  },
  fleet: {
    group: 'Advanced',
    about: 'manage many machines (with @hookmd/fleet)',
    load: () => import('../commands/fleet/command.ts'),
  },
  gc: {
    group: 'Advanced',
    about: 'remove unused approved copies',
    load: () => import('../commands/gc/command.ts'),
  },
  completion: {
    group: 'Advanced',
    about: 'print the completion script of a shell',
    load: () => import('../commands/completion/command.ts'),
  },
};

/** Other names, as in npm, in git and in earlier versions. */
export const aliases: Readonly<Record<string, string>> = {
  ls: 'list',
  show: 'info',
  why: 'info',
  trust: 'approve',
  logs: 'log',
  validate: 'check',
  add: 'install',
  i: 'install',
  up: 'update',
  upgrade: 'update',
  rm: 'remove',
  uninstall: 'remove',
  init: 'new',
  serve: 'daemon',
};

export const commandNames: readonly string[] = Object.keys(commands);

/** The command of this name or alias; null = there is none. */
export function commandNamed(name: string): string | null {
  if (Object.hasOwn(commands, name)) return name;
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null;
}
