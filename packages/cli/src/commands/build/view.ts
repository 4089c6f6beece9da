import type { Issue } from '@hookmd/core/errors';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../../command-line/context.ts';
import { tick } from '../../hooks/state.ts';
import { showIssues } from '../../ui/issue.ts';
import { wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';

export interface Built {
  readonly ok: boolean;
  readonly name: string;
  /** The handler as its author wrote it. */
  readonly source: string;
  /** Of the module, in bytes. */
  readonly size: number;
  /** Null = nothing was written. */
  readonly out: string | null;
  readonly files: readonly string[];
  readonly issues: readonly Issue[];
}

/** What is wrong, or what was made of it and where it is. */
export function showBuild(
  context: Context,
  { ok, name, source, size, out: dir, files, issues }: Built,
): void {
  const { out } = context;
  showIssues(context, issues);
  const made = `${cleanLine(source)} became one module of ${sizeText(size)}`;
  const where =
    dir === null
      ? 'nothing was written'
      : `${counted(files.length, 'file')} in ${cleanLine(shortPath(dir, context))}`;
  const decision = ok ? `${made}; ${where}` : 'cannot be built; nothing was written';
  out.line(wrapUnder(`${tick(out, ok)} ${cleanLine(name)}: ${decision}`, out.width, '  '));
}

function sizeText(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} kB`;
}
