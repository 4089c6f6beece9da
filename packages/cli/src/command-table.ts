import type { Command, ExitStatus } from './command.ts';

/** What a file in commands/ exports. */
interface CommandModule {
  readonly command: Command;
  /** Runs it with the words behind its name. */
  readonly main: (words: readonly string[]) => Promise<ExitStatus>;
}

export interface CommandRow {
  readonly about: string;
  readonly load: () => Promise<CommandModule>;
}

/** Every command; each is a bundle of its own, loaded when it is called. */
export const commands: Readonly<Record<string, CommandRow>> = {
  list: { about: 'all hook packages with their state', load: () => import('./commands/list.ts') },
  info: { about: 'everything about one: why it runs or does not', load: () => import('./commands/info.ts') },
  enable: { about: 'approve hooks and switch them on', load: () => import('./commands/enable.ts') },
  disable: { about: 'switch hooks off', load: () => import('./commands/disable.ts') },
  trust: { about: 'approve the changed bytes of a hook', load: () => import('./commands/trust.ts') },
  diff: { about: 'show what changed since the approval', load: () => import('./commands/diff.ts') },
  check: {
    about: 'is every package fine? Never executes anything',
    load: () => import('./commands/check.ts'),
  },
  doctor: {
    about: 'why does it not run? Packages, trust, agents, state, all at once',
    load: () => import('./commands/doctor.ts'),
  },
  run: { about: 'dispatch one event', load: () => import('./commands/run.ts') },
  new: { about: 'write a new hook package', load: () => import('./commands/new.ts') },
  test: { about: 'run the test cases of packages', load: () => import('./commands/test.ts') },
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
};

export const commandNames: readonly string[] = Object.keys(commands);
