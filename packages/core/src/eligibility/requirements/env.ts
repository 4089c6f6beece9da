import { settingWord } from '../../config/setting-key.ts';
import { issue } from '../../errors/issue.ts';
import type { Machine } from '../machine.ts';
import type { RequirementKind } from '../requirement.ts';

/** Set to something, in the environment or by the user's configuration; the value is never shown. */
export const env: RequirementKind = {
  check(requires, machine) {
    return requires.env.map((want) => {
      const ok = Boolean(machine.settings?.env[want] ?? machine.environment[want]);
      const { message, remedy } = issue('ELIGIBILITY_ENV', { want, or: orConfigure(machine, want) });
      return { kind: 'env', want, found: ok ? 'set' : null, ok, code: 'ELIGIBILITY_ENV', message, remedy };
    });
  },
};

/** The other way, where the configuration counts: `-` keeps the value out of the history of the shell. */
function orConfigure({ settings }: Machine, want: string): string {
  if (settings === null) return '';
  return `, or run \`hooks config set ${settingWord(['package', settings.name, 'env', want])} -\``;
}
