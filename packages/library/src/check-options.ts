import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { optionsOf, problemsOf, type Rows } from './shape.ts';

/** What is called with options, and the type that declares them. */
interface Called {
  readonly call: string;
  readonly type: string;
  readonly rows: Rows;
}

/** Throws OPTIONS_INVALID with every problem at once. */
export function checkOptions({ call, type, rows }: Called, options: unknown): void {
  refuseOptions(call, type, problemsOf(optionsOf(rows), options, ''));
}

/** Throws OPTIONS_INVALID where there is a problem. */
export function refuseOptions(call: string, type: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new HookError('OPTIONS_INVALID', { call, type, detail: problems.join(' ') });
}
