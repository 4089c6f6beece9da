/** What was thrown, in one line. Anything can be thrown, also what throws when it is looked at. */
export function firstLineOf(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`;
    return text.split('\n', 1)[0] ?? '';
  } catch {
    return 'it threw something that cannot be shown';
  }
}
