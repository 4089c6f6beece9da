import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeError } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { usage } from '../command-line/usage.ts';

/** Writes the page of `--html`. Throws USAGE if it cannot. */
export function writePage({ cwd, err }: Context, file: string, page: string): void {
  try {
    writeFileSync(resolve(cwd, file), page);
  } catch (error) {
    throw usage(
      `\`--html\` cannot write ${cleanLine(file)}: ${describeError(error)}`,
      'Name a file that you can write.',
    );
  }
  err.line(`The page is in ${cleanLine(file)}.`);
}
