/** How deep we are in hooks that start agents that start hooks; 0 outside of any. */
export function hookDepth(environment: Readonly<Record<string, string | undefined>>): number {
  const depth = Number(environment['HOOK_DEPTH'] ?? '0');
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** A handler may start an agent once; below that nothing is asked any more. */
export const MAX_HOOK_DEPTH = 2;
