import type { Case, Wanted } from './row.ts';

/**
 * A case inside the loop of a TypeScript agent: `body` is that of a module of test/support/run-script.ts, which has
 * `hooks` already, and ends with `print`.
 */
export function inALoop(
  message: string,
  {
    body,
    prints,
    ran,
    ...rest
  }: { body: string; prints: Wanted; ran?: readonly string[] } & Pick<Case, 'hooks' | 'config'>,
): Case {
  const script = `const hooks = await open({ trust: 'all' });\n${body}\nawait hooks.close();`;
  return { says: message, ...rest, steps: [{ script, prints, ...(ran === undefined ? {} : { ran }) }] };
}
