import type { Action } from './action.ts';

interface ActionRow {
  readonly about: string;
  readonly load: () => Promise<{ readonly action: Action }>;
}

/** Every action in the order of the help; each is loaded when it is called. */
export const actions: Readonly<Record<string, ActionRow>> = {
  init: {
    about: 'make the keys and the repository of an organization',
    load: () => import('./releases/init/action.ts'),
  },
  publish: {
    about: 'sign the next release of a ring',
    load: () => import('./releases/publish/action.ts'),
  },
  rotate: {
    about: 'give a role a new key and revoke an old one',
    load: () => import('./releases/rotate/action.ts'),
  },
  pull: {
    about: 'bring this machine to the newest release of its ring',
    load: () => import('./releases/pull/action.ts'),
  },
  ship: {
    about: 'send the event log to the receivers of the organization',
    load: () => import('./ship/action.ts'),
  },
  status: {
    about: 'show every machine and what it has sent',
    load: () => import('./status/action.ts'),
  },
  log: {
    about: 'show the events of all machines',
    load: () => import('./log/action.ts'),
  },
  verify: {
    about: 'check that no record is missing, doubled or changed',
    load: () => import('./verify/action.ts'),
  },
};
