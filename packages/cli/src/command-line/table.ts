import type { CommandTable } from './command.ts';

/** Every command; each is a bundle of its own, loaded when it is called. */
export const commands: CommandTable = {
  list: { about: 'list hook packages with their state', load: () => import('../commands/list/command.ts') },
  info: { about: 'explain why a hook runs or does not', load: () => import('../commands/info/command.ts') },
  enable: { about: 'approve hooks and enable them', load: () => import('../commands/enable/command.ts') },
  disable: { about: 'disable hooks', load: () => import('../commands/disable/command.ts') },
  trust: {
    about: 'approve the current version of a hook',
    load: () => import('../commands/trust/command.ts'),
  },
  diff: { about: 'show what changed since the approval', load: () => import('../commands/diff/command.ts') },
  install: {
    about: 'install hook packages and lock their versions',
    load: () => import('../commands/install/command.ts'),
  },
  update: {
    about: 'update installed packages',
    load: () => import('../commands/update/command.ts'),
  },
  outdated: {
    about: 'list installed packages with a newer version',
    load: () => import('../commands/outdated/command.ts'),
  },
  remove: { about: 'remove installed packages', load: () => import('../commands/remove/command.ts') },
  check: {
    about: 'check packages without running them',
    load: () => import('../commands/check/command.ts'),
  },
  doctor: {
    about: 'find out why hooks do not run',
    load: () => import('../commands/doctor/command.ts'),
  },
  attach: {
    about: 'add HookMD to the settings of an agent',
    load: () => import('../commands/attach/command.ts'),
  },
  detach: {
    about: 'remove HookMD from the settings of an agent',
    load: () => import('../commands/detach/command.ts'),
  },
  agents: {
    about: 'list coding agents and how they are attached',
    load: () => import('../commands/agents/command.ts'),
  },
  run: { about: 'run the hooks of one event', load: () => import('../commands/run/command.ts') },
  serve: {
    about: 'run the daemon that handles events',
    load: () => import('../commands/serve/command.ts'),
  },
  status: { about: 'show the state of the daemon', load: () => import('../commands/status/command.ts') },
  new: { about: 'create a hook package', load: () => import('../commands/new/command.ts') },
  import: {
    about: 'convert hooks of other systems to packages',
    load: () => import('../commands/import/command.ts'),
  },
  test: { about: 'run the test cases of packages', load: () => import('../commands/test/command.ts') },
  dev: {
    about: 'rebuild and test a package on every change',
    load: () => import('../commands/dev/command.ts'),
  },
  build: {
    about: 'bundle a handler into a package to ship',
    load: () => import('../commands/build/command.ts'),
  },
  gc: {
    about: 'remove unused approved copies',
    load: () => import('../commands/gc/command.ts'),
  },
  events: { about: 'describe events', load: () => import('../commands/events/command.ts') },
  log: { about: 'list past events', load: () => import('../commands/log/command.ts') },
  trace: {
    about: 'show one event with the result of every hook',
    load: () => import('../commands/trace/command.ts'),
  },
  config: {
    about: 'show or change settings',
    load: () => import('../commands/config/command.ts'),
  },
  completion: {
    about: 'print the completion script of a shell',
    load: () => import('../commands/completion/command.ts'),
  },
};

export const commandNames: readonly string[] = Object.keys(commands);
