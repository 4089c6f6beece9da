/** A manifest whose keys are written by hand. */
export const text = (...lines: readonly string[]): string => lines.join('\n');

export const keys = ['events: [PreToolUse]', 'command: ./handler.sh', 'env: [LOG]'] as const;
