import { join } from 'node:path';
import type { Context } from '../../command-line/context.ts';
import { alignColumns } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';

export interface NewPackage {
  readonly name: string;
  /** `user/NAME`, or `project/NAME`. */
  readonly qualifiedName: string;
  readonly event: string;
  readonly lang: string;
  readonly guard: boolean;
  readonly dir: string;
  /** Relative to `dir`. */
  readonly files: readonly string[];
  /** The next commands. */
  readonly next: readonly [test: string, enable: string, info: string];
}

/** The files that were written, and the next commands. */
export function showNew(context: Context, { dir, files, next }: NewPackage): void {
  const { out } = context;
  for (const file of files) out.line(`${out.paint('green', 'wrote')} ${shortPath(join(dir, file), context)}`);
  out.line();
  const [test, enable, info] = next;
  const rows = [
    [out.paint('cyan', test), 'run its cases'],
    [out.paint('cyan', enable), 'approve these bytes, and switch it on'],
    [out.paint('cyan', info), 'does it run, and why not'],
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
}
