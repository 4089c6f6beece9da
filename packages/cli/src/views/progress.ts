import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Context } from '../context.ts';

/** What takes its time now; only for a person who waits at a terminal. */
export function showProgress({ err, isJson }: Context, what: string): void {
  if (err.isTerminal && !isJson) err.line(err.paint('dim', `fetching ${cleanLine(what)}`));
}
