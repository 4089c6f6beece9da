import { builtins } from './builtins/index.ts';
import type { Executor } from './executor.ts';

/** Asks a hook that is part of HookMD, by the name that stands where others have their program. */
export const builtin: Executor = {
  startsProcess: false,
  async run({ argv: [name], stdin }) {
    const row = builtins.find((one) => one.name === name);
    const answer = row?.ask(JSON.parse(stdin.toString('utf8'))) ?? {};
    return { kind: 'ended', exitCode: 0, stdout: Buffer.from(JSON.stringify(answer)), stderr: '' };
  },
};
