import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, runNode } from './run-hooks.ts';
import type { Scratch } from './scratch.ts';

/** The built library, as an agent in TypeScript imports it. */
const LIBRARY = new URL('../../packages/library/dist/index.js', import.meta.url).href;
const CORE = new URL('../../packages/core/dist/', import.meta.url).href;
const SUITE = new URL('../../packages/conformance/dist/index.js', import.meta.url).href;
const BARE = new URL('./bare-driver.mjs', import.meta.url).href;
const AGENT = new URL('./scripted-agent.mjs', import.meta.url).href;

/**
 * Runs the body of a module in a process of its own: `open(options)` is `createHooks` in the scratch place,
 * `core(subpath)` imports a subpath of core, `suite()` the rows for adapters, `bareDriver` is a loop for them, `runAgent` is an agent with a scripted model, `toolbox(name)`
 * requires a package that the tests have, and `print(value)` writes the one JSON document that comes back on standard output.
 */
export function runScript(scratch: Scratch, body: string): Promise<Ended> {
  const path = join(scratch.dir, 'script.mjs');
  const places = JSON.stringify({ home: scratch.home, project: scratch.project });
  const lines = [
    `import { createHooks } from ${JSON.stringify(LIBRARY)};`,
    "import { createRequire } from 'node:module';",
    `const toolbox = createRequire(${JSON.stringify(import.meta.url)});`,
    `import { runAgent } from ${JSON.stringify(AGENT)};`,
    `import { bareDriver } from ${JSON.stringify(BARE)};`,
    `const suite = () => import(${JSON.stringify(SUITE)});`,
    `const open = (options = {}) => createHooks({ ...${places}, ...options });`,
    `const core = (subpath) => import(new URL('exports/' + subpath + '.js', ${JSON.stringify(CORE)}).href);`,
    'const print = (value) => process.stdout.write(JSON.stringify(value));',
    body,
  ];
  writeFileSync(path, lines.join('\n'));
  return runNode(scratch, [path], {});
}
