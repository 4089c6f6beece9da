import { createTwoFilesPatch } from 'diff';

/** A unified diff of two texts with three lines around each change; null where it takes longer than `timeout` ms. */
export function patchText(
  name: string,
  before: string,
  after: string,
  headers: readonly [before: string, after: string],
  timeout = 2000,
): string | null {
  return createTwoFilesPatch(name, name, before, after, ...headers, { context: 3, timeout }) ?? null;
}
