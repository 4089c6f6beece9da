import { HookError } from '@hookmd/core/errors';
import { mayBeForeign } from '@hookmd/core/events';
import { isDroppedName } from '@hookmd/core/hook-types';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { looksSecret, readFindings } from '@hookmd/core/settings';
import { cleanLine } from '@hookmd/core/text';
import { type Grants, grantsOf } from '@hookmd/core/trust';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { usage } from '../command-line/usage.ts';

export const grantOptions: readonly OptionRow[] = [
  { flags: '--env <variables>', about: 'pass these variables and no others, separated by commas' },
  { flags: '--pre-approve', about: 'let the hook run calls without a prompt' },
];

/** The grants that the options of a call name; null = `--env` is not given. */
export interface GivenGrants {
  readonly env: readonly string[] | null;
  readonly preApprove: boolean;
}

export const NOTHING_GIVEN: GivenGrants = { env: null, preApprove: false };

export function givenGrants({ options }: Context): GivenGrants {
  const names = options
    .texts('env')
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isDroppedName(name));
  if (wrong !== undefined)
    throw usage(`"${wrong}" is not a variable that can be passed`, 'Name other variables, joined by commas.');
  return { env: options.has('env') ? names : null, preApprove: options.has('pre-approve') };
}

/** What a yes grants, and what needs a yes of its own. */
export interface GrantProposal {
  readonly grants: Grants;
  /** Variables that the hook reads and that look like secrets. */
  readonly secrets: readonly string[];
  /** It wants to let calls run without a prompt. */
  readonly wantsToAllow: boolean;
  /** Code that it fetches when it runs. */
  readonly fetches: readonly string[];
}

export const NO_PROPOSAL: GrantProposal = {
  grants: { env: [] },
  secrets: [],
  wantsToAllow: false,
  fetches: [],
};

/**
 * Proposes the grants of an approval: those it has, those that are given, and what the text of the hook reads.
 *
 * A repository's hook gets neither more time nor the right to approve calls. Throws PRE_APPROVE_FOREIGN.
 */
export async function proposeGrants(
  { config }: Pick<Inventory, 'config'>,
  { record, approval }: HookStatus,
  given: GivenGrants,
): Promise<GrantProposal> {
  const { manifest } = record;
  const isForeign = mayBeForeign(record.root.source);
  if (given.preApprove && isForeign)
    throw new HookError('PRE_APPROVE_FOREIGN', { name: record.name }, { exitCode: 1 });
  const known = grantsOf(approval);
  const { variables, allows, fetches } = await readFindings(record);
  const unknown = given.env === null ? variables.filter((name) => !known.env.includes(name)) : [];
  const plain = unknown.filter((name) => !looksSecret(name));
  const mayAllow = given.preApprove || known.preApprove === true;
  const timeoutMs = manifest?.timeoutMs ?? 0;
  const isLong = timeoutMs > config.maxTimeoutMs && config.managedTimeoutMs === null && !isForeign;
  return {
    grants: {
      env: given.env ?? [...known.env, ...plain],
      ...(mayAllow ? { preApprove: true } : {}),
      ...(isLong ? { timeoutMs } : {}),
    },
    secrets: unknown.filter(looksSecret),
    wantsToAllow: allows && !mayAllow && !isForeign && manifest?.preApprove === false,
    fetches,
  };
}

/** What a proposal contains beyond its grants, as rows. */
export function wishRows({
  secrets,
  wantsToAllow,
  fetches,
}: Omit<GrantProposal, 'grants'>): readonly (readonly string[])[] {
  const names = secrets.join(',');
  return [
    ...(secrets.length === 0
      ? []
      : [['asks for', `${secrets.join(', ')}, which looks like a secret: \`--env ${names}\` passes it`]]),
    ...(wantsToAllow ? [['asks to', 'let calls run without asking you: `--pre-approve` lets it']] : []),
    ...(fetches.length === 0 ? [] : [['fetches', describeFetches(fetches)]]),
  ];
}

const MAX_FETCHES = 3;

/** The approved copy does not hold it: it may be other code each time. */
function describeFetches(fetches: readonly string[]): string {
  const more = fetches.length - MAX_FETCHES;
  const shown = fetches.slice(0, MAX_FETCHES).map(cleanLine).join(', ');
  return `code that your approval does not pin: ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
