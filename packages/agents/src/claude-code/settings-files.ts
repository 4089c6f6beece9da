import { join } from 'node:path';

/** In the order in which they win. */
export function settingsFiles({ home, projectDir }: { home: string; projectDir: string }): readonly string[] {
  return [
    '/etc/claude-code/managed-settings.json',
    join(projectDir, '.claude', 'settings.local.json'),
    join(projectDir, '.claude', 'settings.json'),
    join(home, '.claude', 'settings.json'),
  ];
}
