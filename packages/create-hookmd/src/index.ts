#!/usr/bin/env node
/** `npm create hookmd NAME [-- OPTIONS]`: runs `hooks new NAME --dir . OPTIONS` of the package hookmd, in this process. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [node = '', , ...given] = process.argv;
if (given.length === 0) {
  console.error(
    'Write `npm create hookmd NAME -- --guard --lang ts`. Options: `npm create hookmd -- --help`.',
  );
  process.exitCode = 2;
} else {
  const require = createRequire(import.meta.url);
  const hooks = join(dirname(require.resolve('hookmd/package.json')), 'dist/hooks.cjs');
  process.argv = [node, hooks, 'new', '--dir', '.', ...given];
  require(hooks);
}
