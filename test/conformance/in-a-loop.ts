import { issues } from './issues.ts';
import type { Case, PendingCase, Wanted } from './row.ts';

/**
 * A case inside the loop of a TypeScript agent: `body` is that of a module of test/support/run-script.ts, which has
 * `hooks` already, and ends with `print`.
 */
export function inALoop(
  says: string,
  {
    body,
    prints,
    ran,
    ...rest
  }: { body: string; prints: Wanted; ran?: readonly string[] } & Pick<Case, 'hooks' | 'config'>,
): Case {
  const script = `const hooks = await open({ trust: 'all' });\n${body}\nawait hooks.close();`;
  return { says, ...rest, steps: [{ script, prints, ...(ran === undefined ? {} : { ran }) }] };
}

/** The same, while the library cannot do it yet. */
export const notYetInALoop = (says: string): PendingCase => ({ says, pending: issues.library });
