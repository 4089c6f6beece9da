/** Where a hook comes from. */
export type Source = 'managed' | 'project' | 'user' | 'bundled' | 'session' | 'code' | 'skill';

/** Order of sources between hooks of equal priority. Source: architecture.md §3, features.md B19. */
export const sourceOrder: readonly Source[] = [
  'managed',
  'project',
  'user',
  'bundled',
  'session',
  'code',
  'skill',
];
