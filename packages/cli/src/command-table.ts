import type { CommandTable } from './command.ts';

/** Every command; each is a bundle of its own, loaded when it is called. */
export const commands: CommandTable = {
  list: { about: 'all hook packages with their state', load: () => import('./commands/list.ts') },
  info: { about: 'everything about one: why it runs or does not', load: () => import('./commands/info.ts') },
  enable: { about: 'approve hooks and switch them on', load: () => import('./commands/enable.ts') },
  disable: { about: 'switch hooks off', load: () => import('./commands/disable.ts') },
  trust: { about: 'approve the changed bytes of a hook', load: () => import('./commands/trust.ts') },
  diff: { about: 'show what changed since the approval', load: () => import('./commands/diff.ts') },
  install: {
    about: 'install hook packages, with a lock; switches nothing on',
    load: () => import('./commands/install.ts'),
  },
  update: {
    about: 'bring installed packages up to date, after showing what changes',
    load: () => import('./commands/update.ts'),
  },
  outdated: {
    about: 'which installed packages have something newer',
    load: () => import('./commands/outdated.ts'),
  },
  remove: { about: 'take installed packages away', load: () => import('./commands/remove.ts') },
  check: {
    about: 'is every package fine? Never executes anything',
    load: () => import('./commands/check.ts'),
  },
  doctor: {
    about: 'why does it not run? Packages, trust, agents, state, all at once',
    load: () => import('./commands/doctor.ts'),
  },
  attach: {
    about: 'put HookMD into the hook settings of an agent',
    load: () => import('./commands/attach.ts'),
  },
  detach: {
    about: 'take it out again, byte for byte',
    load: () => import('./commands/detach.ts'),
  },
  agents: {
    about: 'which coding agents are installed, attached, trusted, seen',
    load: () => import('./commands/agents.ts'),
  },
  run: { about: 'dispatch one event', load: () => import('./commands/run.ts') },
  serve: {
    about: 'the resident runtime, which judges events without a start for each',
    load: () => import('./commands/serve.ts'),
  },
  status: { about: 'is there a resident runtime?', load: () => import('./commands/status.ts') },
  new: { about: 'write a new hook package', load: () => import('./commands/new.ts') },
  import: { about: 'make packages of hooks of other systems', load: () => import('./commands/import.ts') },
  test: { about: 'run the test cases of packages', load: () => import('./commands/test.ts') },
  dev: {
    about: 'watch a package: build, run its cases, show what changed',
    load: () => import('./commands/dev.ts'),
  },
  build: {
    about: 'make one module of a handler, in a package ready to ship',
    load: () => import('./commands/build.ts'),
  },
  gc: {
    about: 'clear the store of what nothing needs',
    load: () => import('./commands/gc.ts'),
  },
  events: { about: 'the event catalogue', load: () => import('./commands/events.ts') },
  log: { about: 'what happened, a line for each dispatch', load: () => import('./commands/log.ts') },
  trace: {
    about: 'one dispatch, with every hook asked or not and why',
    load: () => import('./commands/trace.ts'),
  },
  config: {
    about: 'settings: what holds and where it comes from; change one',
    load: () => import('./commands/config.ts'),
  },
  completion: {
    about: 'what makes TAB complete in bash, zsh or fish',
    load: () => import('./commands/completion.ts'),
  },
};

export const commandNames: readonly string[] = Object.keys(commands);
