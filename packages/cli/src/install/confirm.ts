import { HookError } from '@hookmd/core/errors';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { promptYes } from '../ui/prompts.ts';

/** For `install` and `update`. */
export const confirmOptions: readonly OptionRow[] = [
  { flags: '--yes', about: 'do it without asking' },
  { flags: '--digest <digest>', about: 'refuse any hook that has none of these; may be given several times' },
  {
    flags: '--lock <file>',
    about: 'as --digest, for what this lock file or list of digests names; not one of the project',
  },
  { flags: '--dry-run', about: 'show what would change, change nothing' },
];

interface Question {
  /** The call, without `hooks`, to be made again with `--yes`. */
  readonly command: string;
  readonly subject: string;
  readonly question: string;
}

/** Gets the user's yes. Throws INSTALL_UNANSWERED if there is no terminal, INSTALL_DECLINED. */
export async function confirm(
  { options, mayPrompt, err }: Context,
  { command, subject, question }: Question,
): Promise<void> {
  if (options.has('yes')) return;
  if (!mayPrompt) throw new HookError('INSTALL_UNANSWERED', { name: subject, command: `hooks ${command}` });
  const output = await promptYes(err, question);
  if (output === true) return;
  const exitCode = output === null ? 130 : 1;
  throw new HookError('INSTALL_DECLINED', { command: `hooks ${command}` }, { exitCode });
}
