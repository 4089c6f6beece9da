/** An exception in one line. Never throws, whatever was thrown. */
export function firstLineOf(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`;
    return text.split('\n', 1)[0] ?? '';
  } catch {
    return 'it threw something that cannot be shown';
  }
}
