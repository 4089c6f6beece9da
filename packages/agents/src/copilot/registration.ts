import { join } from 'node:path';
import type { Registration } from '../registration.ts';

/** A file of HookMD among the files of others. */
export const registration: Registration = {
  program: 'copilot',
  directories: { user: '~/.copilot', shared: '.github' },
  movedBy: { variable: 'COPILOT_HOME' },
  form: ({ directory, events }) => [
    {
      kind: 'document',
      path: join(directory, 'hooks', 'hookmd.json'),
      base: { version: 1 },
      reads: { comments: false, trailingCommas: false, mark: false },
      parts: events.map(({ event, native, budgetMs, command }) => ({
        kind: 'hook',
        at: ['hooks', native],
        event,
        value: { type: 'command', bash: command, timeoutSec: Math.ceil(budgetMs / 1000) },
      })),
    },
  ],
  managed: {
    files: {
      linux: '/etc/github-copilot/policy.d/hookmd.json',
      darwin: '/etc/github-copilot/policy.d/hookmd.json',
    },
    isDropIn: true,
    outlastsOff: true,
    trap: 'Copilot CLI ignores a policy file that does not belong to root or that others can write; the cloud agent reads none.',
  },
  needs: [
    {
      scopes: ['shared'],
      message: 'Copilot reads `.github/hooks` only in a trusted directory.',
      remedy: 'Start `copilot` in it and trust it.',
    },
  ],
};
