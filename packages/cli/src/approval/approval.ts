import { resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { isSameJson, mayBeForeign } from '@hookmd/core/events';
import {
  type HookStatus,
  type Inventory,
  isUsable,
  prepareApproval,
  unpinnedError,
  unpinnedIssues,
} from '@hookmd/core/registry';
import { type Approval, type Grants, grantsOf } from '@hookmd/core/trust';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { buildHandler } from '../handlers/build-handler.ts';
import { describeCommands } from '../hooks/describe.ts';
import { usableScopes } from '../install/check-installed.ts';
import { isInstalled } from '../install/lockfile.ts';
import { promptYes } from '../ui/prompts.ts';
import { withSpinner } from '../ui/spinner.ts';
import { type GivenGrants, type GrantProposal, NO_PROPOSAL, proposeGrants } from './grants.ts';
import { rejectPrompting } from './rejections.ts';
import { digestsFromFile, digestsFromVariable } from './trusted-digests.ts';
import { displacedBy, showApproval } from './view.ts';

/** Options that replace a prompt; for `enable` and `approve`. */
export const approvalOptions: readonly OptionRow[] = [
  { flags: '--yes', about: 'skip the confirmation; project packages also need --digest' },
  { flags: '--digest <digest>', about: 'approve only this digest; repeatable' },
  {
    flags: '--lock <file>',
    about: 'approve hooks whose digest is in this file, which is outside the project',
  },
  {
    flags: '--unpinned',
    about: 'approve a settings entry whose script files HookMD cannot pin',
  },
  { flags: '--verbose', about: 'with --yes, also show what you approve' },
];

/** Whether its present bytes are not approved, or not with these grants. */
export function needsApproval(
  { approval, record, isApproved, linkedTo }: HookStatus,
  { env, preApprove }: GivenGrants,
): boolean {
  if (record.root.source === 'builtin' || linkedTo !== null) return false;
  if (!isApproved || approval === null || approval.digest !== record.digest) return true;
  if (preApprove && approval.preApprove !== true) return true;
  return env !== null && !isSameJson(env, approval.env);
}

/**
 * The digests of `--digest`, `--lock` and HOOKMD_TRUST_DIGESTS. The variable is for whole environments, so a package that it
 * does not list can be approved all the same. Throws TRUST_LIST.
 */
export function namedDigests({ options, environment, cwd }: Context, { places }: Inventory): NamedDigests {
  const files = options.texts('lock').map((file) => digestsFromFile(resolve(cwd, file), places.projectDir));
  const listed = environment['HOOKMD_TRUST_DIGESTS'];
  const all = listed ? digestsFromVariable(listed, places.projectDir) : new Set<string>();
  const given = [...options.texts('digest'), ...files.flatMap((file) => [...file])];
  const isExact = options.has('digest') || options.has('lock');
  return { given, isExact, all: new Set([...given, ...all]) };
}

export interface NamedDigests {
  /** For this call; other digests are rejected. */
  readonly given: readonly string[];
  readonly isExact: boolean;
  readonly all: ReadonlySet<string>;
}

/** Throws DIGEST_MISMATCH where `--digest` or `--lock` name different content than the package has. */
export function rejectOtherDigest({ given, isExact }: NamedDigests, { record }: HookStatus): void {
  if (!isExact || given.includes(record.digest ?? '')) return;
  const found = record.digest ?? 'none';
  const name = given.length === 1 ? (given[0] ?? '') : `one of the ${given.length} that are given`;
  throw new HookError('DIGEST_MISMATCH', { name: record.name, found, given: name }, { exitCode: 1 });
}

/** Hooks that one response approves: those of a plugin have one copy and one digest. */
export function groupByCopy(hooks: readonly HookStatus[]): readonly (readonly HookStatus[])[] {
  const groups = new Map<string, HookStatus[]>();
  for (const status of hooks) {
    const { record } = status;
    const key = record.plugin === undefined ? record.qualifiedName : `plugin ${record.dir}`;
    groups.set(key, [...(groups.get(key) ?? []), status]);
  }
  return [...groups.values()];
}

/**
 * Of the hooks of a plugin those that can be approved; of a package the hook, usable or not. A plugin runs without its invalid
 * hooks.
 */
export function approvableOf(group: readonly HookStatus[]): readonly HookStatus[] {
  const usable = group.filter(({ record }) => isUsable(record));
  return group.length === 1 || usable.length === 0 ? group : usable;
}

/** The content of a hook that the user approved, with the grants. */
export interface Agreed {
  readonly status: HookStatus;
  readonly digest: string;
  readonly grants: Grants;
}

/**
 * Shows what a package or plugin does and may change, and prompts the user; returns what the user approved of each hook. `hooks` is a
 * group of `groupByCopy`. Variables that look like secrets, and the right to approve calls, are prompts of their own, and without a
 * terminal options.
 *
 * Without a terminal `--yes` is enough for user and bundled packages. Project packages need `--yes` and their digest, given by
 * the user or by a list outside of the checkout: a repository must not be able to approve itself. Throws APPROVAL_NEEDED,
 * APPROVAL_DECLINED, APPROVAL_UNPINNED, DIGEST_MISMATCH, and what `rejectPrompting` throws; nothing is changed then.
 */
export async function seekApproval(
  context: Context,
  seen: Inventory,
  hooks: readonly HookStatus[],
  given: GivenGrants,
  command: 'enable' | 'approve',
): Promise<readonly Agreed[]> {
  const [status] = hooks;
  if (status === undefined) return [];
  const { record } = status;
  const digest = record.digest ?? '';
  const named = namedDigests(context, seen);
  rejectOtherDigest(named, status);
  rejectPrompting(seen, status);
  const isUnpinned = unpinnedIssues(record).length > 0;
  if (isUnpinned && !context.options.has('unpinned')) throw unpinnedError(record);
  const proposals = new Map<HookStatus, GrantProposal>();
  for (const hook of hooks) proposals.set(hook, await proposeGrants(seen, hook, given));
  const proposalOf = (hook: HookStatus): GrantProposal => proposals.get(hook) ?? NO_PROPOSAL;
  const isReturned =
    context.options.has('yes') && (!mayBeForeign(record.root.source) || named.all.has(digest));
  const isQuietHere = hooks.every((hook) => isQuiet(context, seen, hook, proposalOf(hook)));
  if (!context.isJson && !isQuietHere)
    showApproval(context, hooks, (hook) => ({
      ...proposalOf(hook),
      displaced: displacedBy(seen.statuses, hook),
    }));
  if (isReturned) return hooks.map((hook) => ({ status: hook, digest, grants: proposalOf(hook).grants }));
  if (!context.mayPrompt) {
    const flag = mayBeForeign(record.root.source) ? `\`--yes --digest ${digest}\`` : '`--yes`';
    throw new HookError('APPROVAL_NEEDED', { name: record.name, flag });
  }
  const shown = `${digest.slice(0, 18)}${context.err.glyph('…', '...')}`;
  // `approve` leaves a hook enabled or disabled, as it is.
  const action = command === 'enable' ? 'Approve and enable' : 'Approve';
  const question = isUnpinned
    ? 'Approve this command without pinning its files?'
    : `${action} ${hooks.length === 1 ? 'this version' : `these ${hooks.length} hooks`}?`;
  const ask = async (message: string): Promise<boolean> => {
    const output = await promptYes(context.err, message);
    if (output === null)
      throw new HookError('APPROVAL_DECLINED', { name: record.name, command }, { exitCode: 130 });
    return output;
  };
  if (!(await ask(`${question} (${shown})`)))
    throw new HookError('APPROVAL_DECLINED', { name: record.name, command }, { exitCode: 1 });
  const grants = await promptForGrants(hooks.map(proposalOf), ask);
  return hooks.map((hook, index) => ({ status: hook, digest, grants: grants[index] ?? { env: [] } }));
}

/** One response counts for all hooks of a plugin. */
async function promptForGrants(
  proposals: readonly GrantProposal[],
  ask: (message: string) => Promise<boolean>,
): Promise<readonly Grants[]> {
  const secrets = [...new Set(proposals.flatMap((proposal) => proposal.secrets))];
  const passes =
    secrets.length > 0 && (await ask(`Pass it ${secrets.join(', ')}? The name looks like a secret.`));
  const allows =
    proposals.some(({ wantsToAllow }) => wantsToAllow) &&
    (await ask('May it let calls run without asking you? It can return `allow`.'));
  return proposals.map(({ grants, secrets: wanted, wantsToAllow }) => ({
    ...grants,
    env: [...grants.env, ...(passes ? wanted : [])],
    ...(allows && wantsToAllow ? { preApprove: true } : {}),
  }));
}

/**
 * With `--yes` the state is enough for hooks that come with HookMD and for the user's own packages. The code of others, the
 * variables that a hook gets, and the commands that a model may run are always shown.
 */
export function isQuiet(
  { options }: Pick<Context, 'options'>,
  { places }: Pick<Inventory, 'places'>,
  { record, approval }: HookStatus,
  { grants, secrets, wantsToAllow, fetches }: GrantProposal,
): boolean {
  if (!options.has('yes') || options.has('verbose') || options.has('unpinned')) return false;
  if (secrets.length + fetches.length > 0 || wantsToAllow || !isSameJson(grants, grantsOf(approval)))
    return false;
  const { source, kind } = record.root;
  if (source === 'bundled') return true;
  const { env: named = [], requires } = record.manifest ?? {};
  if (source !== 'user' || kind !== 'packages' || named.length + (requires?.env.length ?? 0) > 0)
    return false;
  if (record.manifest !== null && describeCommands(record.manifest).length > 0) return false;
  return !isInstalled(record, usableScopes(places));
}

/** Copies the approved bytes into the store; the approval counts once it is written. */
export function approveBytes(
  context: Context,
  { places }: Inventory,
  { status: { record, approval: known }, digest, grants }: Agreed,
): Promise<Approval> {
  return withSpinner(context, `copying ${record.qualifiedName}`, () =>
    prepareApproval(places, {
      record,
      known,
      digest,
      acceptsUnpinned: context.options.has('unpinned'),
      grants,
      environment: context.environment,
      build: buildHandler,
      now: new Date(),
    }),
  );
}
