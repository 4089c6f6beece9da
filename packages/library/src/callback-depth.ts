import { AsyncLocalStorage } from 'node:async_hooks';
import { hookDepth } from '@hookmd/core/internal/executors/hook-depth';

/** How deep the present call is in callbacks: what `HOOK_DEPTH` is between processes. */
const depths = new AsyncLocalStorage<number>();

/** Runs `call` as something that a hook does: events that it fires, however late, are one level deeper. */
export function runNested<T>(depth: number, call: () => T): T {
  return depths.run(depth, call);
}

export function currentDepth(environment: Readonly<Record<string, string | undefined>>): number {
  return depths.getStore() ?? hookDepth(environment);
}
