import { relative } from 'node:path';
import type { Context } from '../command-line/context.ts';

/** The directory that paths are relative to. */
export type Viewpoint = Pick<Context, 'cwd' | 'environment'>;

/** A path as the user would write it: from here, else from their home directory, so that it has one spelling in all texts. */
export function shortPath(path: string, { cwd, environment }: Viewpoint): string {
  const short = relative(cwd, path);
  if (short !== '' && !short.startsWith('..')) return short;
  const spelled = fromHome(path, environment);
  return spelled !== path || short === '' || short.startsWith('../../') ? spelled : short;
}

/**
 * A sentence with the paths below the home directory as a shell expands them. Quoted text stays as it is, because a shell would
 * not expand it; and `--home` moves HookMD's home, not that of the shell.
 */
export function fromHome(text: string, environment: Viewpoint['environment']): string {
  const home = environment['HOME']?.replace(/\/+$/, '') ?? '';
  if (!home.startsWith('/')) return text;
  const literal = home.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w/.'"~-])${literal}(?=/)`, 'g'), '~');
}
