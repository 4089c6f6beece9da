/** Where a hook comes from. */
export type Source = 'builtin' | 'managed' | 'project' | 'user' | 'bundled' | 'session';

/** Order of sources between hooks of equal priority. Source: architecture.md §3, features.md B19. */
export const sourceOrder: readonly Source[] = ['builtin', 'managed', 'project', 'user', 'bundled', 'session'];
