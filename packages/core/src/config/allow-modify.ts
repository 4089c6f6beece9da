import { sharedKeys } from '../contracts/changed-keys.ts';

/**
 * Which arguments of a tool hooks may change, by canonical tool name; `*` = every tool that is not named.
 *
 * A tool that is in no row is not narrowed. Keys as in a manifest's `modify`: `timeout`, `env.PATH`, `env.*`, `*`.
 */
export type AllowedChanges = Readonly<Record<string, readonly string[]>>;

/** What all the scopes that narrow allow together; null = none of them narrows. */
export function intersectAllowed(scopes: readonly (AllowedChanges | null)[]): AllowedChanges | null {
  const narrowing = scopes.filter((scope) => scope !== null);
  const [first, ...others] = narrowing;
  return first === undefined ? null : others.reduce(intersect, first);
}

function intersect(a: AllowedChanges, b: AllowedChanges): AllowedChanges {
  const tools = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...tools].map((tool) => [tool, sharedKeys(keysOf(a, tool), keysOf(b, tool))]));
}

/** The row of a tool, else the row of all others, else everything. */
export function keysOf(allowed: AllowedChanges, tool: string): readonly string[] {
  return ownRow(allowed, tool) ?? ownRow(allowed, '*') ?? ['*'];
}

/** Only what a policy lists: nothing for a tool of which it says nothing. */
export function listedKeys(allowed: AllowedChanges | null, tool: string): readonly string[] {
  return allowed === null ? [] : (ownRow(allowed, tool) ?? ownRow(allowed, '*') ?? []);
}

function ownRow(allowed: AllowedChanges, tool: string): readonly string[] | undefined {
  return Object.hasOwn(allowed, tool) ? allowed[tool] : undefined;
}
