import type { Builtin } from './builtin.ts';
import { compactTrigger } from './compact-trigger.ts';

/** Every built-in hook, as rows. */
export const builtins: readonly Builtin[] = [compactTrigger];
