import { createTwoFilesPatch } from 'diff';

/** A unified diff of two texts with `context` lines around each change; null where it takes longer than `timeout` ms. */
export function patchText(
  name: string,
  before: string,
  after: string,
  headers: readonly [before: string, after: string],
  { timeout = 2000, context = 3 }: { timeout?: number; context?: number } = {},
): string | null {
  return createTwoFilesPatch(name, name, before, after, ...headers, { context, timeout }) ?? null;
}
