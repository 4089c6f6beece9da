import type { HookEvent } from '../events/event.ts';

/** The event after an accepted change, with the names of what changed; or why the change is refused. */
export type ContractVerdict =
  | { readonly event: HookEvent; readonly changed: readonly string[]; readonly removed?: readonly string[] }
  | { readonly violation: string };
