import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { issue } from '@hookmd/core/errors';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import type { Section } from './section.ts';

const MIN_NODE = [20, 19] as const;

/** Which Node, which HookMD, and whether the `hooks` on the PATH is this one. */
export const runtime: Section = ({ environment }) => {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isOld = major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
  const path = quoteWord(realPath(process.argv[1] ?? ''));
  const found = onPath('hooks', environment['PATH'] ?? '');
  return {
    summary: `HookMD ${HOOKMD_VERSION}, Node ${node}, ${process.platform}`,
    findings: [
      ...(isOld ? [issue('NODE_TOO_OLD', { found: node, want: `${MIN_NODE.join('.')} or newer` })] : []),
      ...(found === null ? [issue('HOOKS_NOT_ON_PATH', { path })] : []),
      ...(found !== null && quoteWord(realPath(found)) !== path
        ? [issue('HOOKS_OTHER_ON_PATH', { found, path }, { path: found })]
        : []),
    ],
  };
};

function onPath(name: string, path: string): string | null {
  const places = path.split(delimiter).filter(isAbsolute);
  return places.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
