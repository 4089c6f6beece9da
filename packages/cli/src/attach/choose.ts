import { agentNames, type RegistrationScope, registrations } from '@hookmd/agents';
import { didYouMean, HookError } from '@hookmd/core/errors';
import type { OptionRow } from '../command-line/command.ts';
import { type Context, placesOf } from '../command-line/context.ts';
import { usage } from '../command-line/usage.ts';
import { isEverybodysLauncher } from '../launcher/launcher-command.ts';
import { askYes } from '../ui/prompts.ts';
import type { AttachPlaces } from './registration-files.ts';

const scopeWords = ['user', 'project'] as const;

/** Which settings are meant, and whether a person answers beforehand; for `attach` and `detach`. */
export const attachOptions: readonly OptionRow[] = [
  {
    flags: '--scope <user|project>',
    about: 'settings of yours everywhere, or of yours in this project alone',
  },
  { flags: '--shared', about: 'settings of this project that everybody has' },
  { flags: '--yes', about: 'do it without asking' },
  { flags: '--dry-run', about: 'show what would change, change nothing' },
];

/** Throws AGENT_NOT_FOUND. */
export function chosenAgent({ words }: Context): string {
  const [name = ''] = words;
  if (agentNames.includes(name)) return name;
  const known = agentNames.join(', ');
  // Most people call an agent by the first half of its name.
  const meant = agentNames.find((one) => one.startsWith(`${name}-`)) ?? name;
  throw new HookError('AGENT_NOT_FOUND', { name, known, suggestion: didYouMean(meant, agentNames) });
}

/** What a person types for this scope. */
export function attachCommand(agent: string, scope: RegistrationScope): string {
  return `hooks attach ${agent}${scope === 'user' ? '' : scopeOption(scope)}`;
}

export function detachCommand(agent: string, scope: RegistrationScope | null): string {
  return `hooks detach ${agent}${scope === null ? '' : scopeOption(scope)}`;
}

function scopeOption(scope: RegistrationScope): string {
  return scope === 'shared' ? ' --shared' : ` --scope ${scope}`;
}

/** The scope that options name; null = none does. Throws ATTACH_SCOPE for one that the agent has not, USAGE. */
export function chosenScope({ options }: Context, agent: string): RegistrationScope | null {
  const scope = options.word('scope', scopeWords);
  if (options.has('shared') && scope === 'user')
    throw usage('`--shared` is about a project', 'Leave `--scope user` out.');
  const chosen = options.has('shared') ? 'shared' : (scope ?? null);
  const { folders = {} } = registrations[agent] ?? {};
  if (chosen === null || folders[chosen] !== undefined) return chosen;
  const fix =
    folders.shared !== undefined
      ? "Its settings in a project are everybody's: `--shared` means those."
      : 'It has settings of yours alone: leave the option out.';
  throw new HookError('ATTACH_SCOPE', { agent, fix });
}

/** Throws ATTACH_SHARED_STATE where what is shared would start nothing here. */
export function rejectOtherState(scope: RegistrationScope, places: AttachPlaces): void {
  if (scope !== 'shared' || isEverybodysLauncher(places)) return;
  const usual = '~/.local/state/hookmd';
  throw new HookError('ATTACH_SHARED_STATE', { usual, state: places.stateDir }, { exitCode: 1 });
}

/** Where the agent's files are. With `--home` no variable moves them, as with ours. */
export function placesToAttach(context: Context): AttachPlaces {
  const { home, projectDir, stateDir } = placesOf(context);
  return {
    home,
    projectDir,
    stateDir,
    environment: context.options.has('home') ? null : context.environment,
  };
}

/** Gets a person's yes to what they were shown. Throws ATTACH_UNANSWERED where nobody can be asked, ATTACH_DECLINED. */
export async function agreeTo(
  context: Context,
  agent: string,
  /** What the person typed, without `--yes`. */
  call: string,
  question: string,
): Promise<void> {
  if (context.options.has('yes')) return;
  if (!context.mayAsk) throw new HookError('ATTACH_UNANSWERED', { agent, command: call });
  const answer = await askYes(context.err, question);
  if (answer === true) return;
  throw new HookError('ATTACH_DECLINED', { command: call }, { exitCode: answer === null ? 130 : 1 });
}
