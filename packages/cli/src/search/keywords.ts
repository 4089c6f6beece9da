/** Packages of a registry with one of these count as packages of hooks. */
export const KEYWORDS = ['hookmd', 'claude-code-plugin'] as const;
