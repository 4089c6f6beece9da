import { HookError } from '@hookmd/core/errors';
import { quoteWord } from '@hookmd/core/text';
import type { NamedDigests } from '../approval/approval.ts';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { counted } from '../ui/counted.ts';
import { askYes } from '../ui/prompts.ts';
import type { PlannedHook, PlannedPackage } from './plan.ts';

/** How a person answers beforehand; for `install` and `update`. */
export const agreementOptions: readonly OptionRow[] = [
  { flags: '--yes', about: 'do it without asking' },
  { flags: '--digest <digest>', about: 'refuse any hook that has none of these; may be given several times' },
  {
    flags: '--lock <file>',
    about: 'as --digest, for what this lock file or list of digests names; not one of the project',
  },
  { flags: '--dry-run', about: 'show what would change, change nothing' },
];

/** Throws INSTALL_DIGEST where `--digest` or `--lock` is given and a hook has none of these. */
export function rejectOtherDigests({ given, isExact }: NamedDigests, plans: readonly PlannedPackage[]): void {
  if (!isExact) return;
  const others = plans.flatMap(({ hooks }) => hooks).filter(({ digest }) => !given.includes(digest));
  const [first] = others;
  if (first === undefined) return;
  const found = others.map(({ folder, digest }) => `${folder} ${digest}`).join(', ');
  throw new HookError('INSTALL_DIGEST', { found }, { exitCode: 1 });
}

/**
 * Gets a person's yes to what they were shown. Throws INSTALL_UNANSWERED where nobody can be asked, INSTALL_DECLINED.
 */
export async function agree(
  context: Context,
  command: string,
  plans: readonly PlannedPackage[],
): Promise<void> {
  if (context.options.has('yes')) return;
  const names = plans.map(({ fetched }) => fetched.name);
  const call = `hooks ${command} ${context.words.map(quoteWord).join(' ')}`.trim();
  if (!context.mayAsk) throw new HookError('INSTALL_UNANSWERED', { name: names.join(', '), command: call });
  const isApproving = plans.some(({ hooks }) => hooks.some(({ approval }) => approval !== null));
  const verb = command === 'install' ? 'Install' : 'Update';
  const what = names.length === 1 ? names[0] : counted(names.length, 'package');
  const also = isApproving ? ', and let the new bytes run where the old ones may' : '';
  const answer = await askYes(context.err, `${verb} ${what}${also}?`);
  if (answer === true) return;
  const exitCode = answer === null ? 130 : 1;
  throw new HookError('INSTALL_DECLINED', { command: call }, { exitCode });
}

/**
 * Whether the yes counts for the bytes too. A repository must not be able to approve what it brings: without a
 * terminal its packages need their digest, from a person or a list outside of the checkout, as for `hooks trust`.
 */
export function approvesToo(
  { options }: Context,
  { all }: NamedDigests,
  { status, digest }: PlannedHook,
): boolean {
  return !options.has('yes') || status.record.root.source === 'user' || all.has(digest);
}
