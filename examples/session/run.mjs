import { execFileSync } from 'node:child_process';

process.stdout.write(
  execFileSync(process.execPath, ['packages/cli/dist/hooks.cjs', '--version'], { encoding: 'utf8' }),
);
