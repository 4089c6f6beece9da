import { agentNames, type RegistrationScope, registrations } from '@hookmd/agents';
import { didYouMean, HookError } from '@hookmd/core/errors';
import { quoteWord } from '@hookmd/core/text';
import type { OptionRow } from '../command-line/command.ts';
import { type Context, placesOf } from '../command-line/context.ts';
import { usage } from '../command-line/usage.ts';
import { isDefaultLauncher } from '../launcher/launcher-command.ts';
import { managedProgram, whyNotForAll } from '../launcher/managed-command.ts';
import { promptYes } from '../ui/prompts.ts';
import { type AttachPlaces, managedFile } from './registration-files.ts';

const scopeWords = ['user', 'project'] as const;

/** Options of `attach` and `detach`. */
export const attachOptions: readonly OptionRow[] = [
  {
    flags: '--scope <user|project>',
    about: 'settings of yours everywhere, or of yours in this project alone',
  },
  { flags: '--shared', about: 'settings that this project shares' },
  { flags: '--managed', about: 'settings of the administrator, for every user of this machine' },
  { flags: '--yes', about: 'skip the confirmation' },
  { flags: '--verbose', about: 'with --yes, also show the changed lines' },
  { flags: '--dry-run', about: 'show what would change, change nothing' },
];

/** Throws AGENT_NOT_FOUND. */
export function chosenAgent({ words }: Context): string {
  const [name = ''] = words;
  if (agentNames.includes(name)) return name;
  const known = agentNames.join(', ');
  // Most users type the first half of the name.
  const full = agentNames.find((agent) => agent.startsWith(`${name}-`)) ?? name;
  throw new HookError('AGENT_NOT_FOUND', { name, known, suggestion: didYouMean(full, agentNames) });
}

/** The command for this scope. */
export function attachCommand(agent: string, scope: RegistrationScope): string {
  return `hooks attach ${agent}${scope === 'user' ? '' : scopeOption(scope)}`;
}

export function detachCommand(agent: string, scope: RegistrationScope | null): string {
  return `hooks detach ${agent}${scope === null ? '' : scopeOption(scope)}`;
}

function scopeOption(scope: RegistrationScope): string {
  return scope === 'shared' || scope === 'managed' ? ` --${scope}` : ` --scope ${scope}`;
}

/** The scope of the options; null = none. Throws ATTACH_SCOPE if the agent does not have it, USAGE. */
export function chosenScope(context: Context, agent: string): RegistrationScope | null {
  const { options } = context;
  const scope = options.word('scope', scopeWords);
  if (options.has('shared') && scope === 'user')
    throw usage('`--shared` is about a project', 'Leave `--scope user` out.');
  if (options.has('managed')) {
    if (scope !== undefined || options.has('shared'))
      throw usage('`--managed` is about every user of this machine', 'Leave `--scope` and `--shared` out.');
    if (managedFile(agent) !== null) return 'managed';
    const fix = `It has no settings for all users of a machine. Run \`hooks attach ${agent}\` in the account of each user.`;
    throw new HookError('ATTACH_SCOPE', { agent, fix });
  }
  const { home, projectDir } = placesOf(context);
  if (options.has('shared') && projectDir === home)
    throw usage('`--shared` is about a project, and this is your home directory', 'Run it in a project.');
  const chosen = options.has('shared') ? 'shared' : (scope ?? null);
  const { directories = {} } = registrations[agent] ?? {};
  if (chosen === null || directories[chosen] !== undefined) return chosen;
  const fix =
    directories.shared !== undefined
      ? 'Its settings in a project are always shared: use `--shared`.'
      : 'It has settings of yours alone: leave the option out.';
  throw new HookError('ATTACH_SCOPE', { agent, fix });
}

/** Throws ATTACH_SHARED_STATE if shared settings would start another launcher. */
export function rejectOtherState(scope: RegistrationScope, places: AttachPlaces): void {
  if (scope !== 'shared' || isDefaultLauncher(places)) return;
  const usual = '~/.local/state/hookmd';
  throw new HookError('ATTACH_SHARED_STATE', { usual, state: places.stateDir }, { exitCode: 1 });
}

/** Throws ATTACH_NOT_ROOT. */
export function rejectNotRoot(agent: string, command: 'attach' | 'detach'): void {
  if (process.getuid?.() === 0) return;
  const call = [...managedProgram(), command, agent, '--managed'].map(quoteWord).join(' ');
  throw new HookError('ATTACH_NOT_ROOT', { path: managedFile(agent) ?? '', command: call }, { exitCode: 1 });
}

/** Throws ATTACH_MANAGED_PROGRAM if the managed entries would start what a user can change, or cannot start. */
export function rejectUnfitProgram(agent: string): void {
  const detail = whyNotForAll(managedProgram());
  if (detail !== null) throw new HookError('ATTACH_MANAGED_PROGRAM', { agent, detail }, { exitCode: 1 });
}

/**
 * The places of an agent's files. With `--home` no variable moves them. The records of managed settings are in the administrator's
 * directory: root restores a file from them.
 */
export function placesToAttach(context: Context, scope: RegistrationScope | null = null): AttachPlaces {
  const { home, projectDir, stateDir, managedDir } = placesOf(context);
  return {
    home,
    projectDir,
    stateDir: scope === 'managed' ? managedDir : stateDir,
    environment: context.options.has('home') ? null : context.environment,
  };
}

/** Whether the change is shown first: `--yes` alone prints only the result. */
export function showsChange({ options, isJson }: Pick<Context, 'options' | 'isJson'>): boolean {
  return !isJson && (!options.has('yes') || options.has('verbose') || options.has('dry-run'));
}

/** Prompts the user to confirm. Throws ATTACH_UNANSWERED without a terminal, ATTACH_DECLINED. */
export async function agreeTo(
  context: Context,
  agent: string,
  /** The command of the user, without `--yes`. */
  call: string,
  question: string,
): Promise<void> {
  if (context.options.has('yes')) return;
  if (!context.mayPrompt) throw new HookError('ATTACH_UNANSWERED', { agent, command: call });
  const isConfirmed = await promptYes(context.err, question);
  if (isConfirmed === true) return;
  throw new HookError('ATTACH_DECLINED', { command: call }, { exitCode: isConfirmed === null ? 130 : 1 });
}
