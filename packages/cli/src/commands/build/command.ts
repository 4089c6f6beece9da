import { join, resolve } from 'node:path';
import { hasErrors } from '@hookmd/core/errors';
import { readPackage } from '@hookmd/core/trust';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { buildPackage } from './build-package.ts';
import { findPackage } from './find-package.ts';
import { showBuild } from './view.ts';
import { checkOut, writeBuilt } from './write-built.ts';

export const command: Command = {
  name: 'build',
  usage: '<name|folder>',
  about:
    'Bundle a handler and its imports into a package to publish. To run a hook you do not need this: `hooks enable` builds it.',
  options: [
    { flags: '--out <dir>', about: 'write the package here (default: dist/NAME)' },
    { flags: '--check', about: 'build without writing' },
  ],
  offers: { 'name|folder': { kind: 'hooks', states: 'all' } },
  examples: [
    'hooks build my-guard',
    'hooks build . --out ../my-guard-built',
    'hooks build my-guard --check --json',
  ],
  async run(context) {
    const found = await findPackage(context, context.words[0] ?? '');
    const isCheck = context.options.has('check');
    const out = resolve(context.cwd, context.options.text('out') ?? join('dist', found.name));
    const { files, source, issues, size } = await buildPackage(found);
    if (!isCheck) checkOut(out, found.dir);
    const isWritten = files !== null && !isCheck;
    if (isWritten) writeBuilt(out, files);
    const ok = files !== null && !hasErrors(issues);
    const built = {
      ok,
      name: found.name,
      source,
      size,
      out: isWritten ? out : null,
      digest: isWritten ? readPackage(out).digest : null,
      files: files === null ? [] : Object.keys(files).sort(),
      issues,
    };
    if (context.isJson) context.print({ schema: 'hookmd.build/1', ...built });
    else showBuild(context, built);
    return ok ? 0 : 1;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
