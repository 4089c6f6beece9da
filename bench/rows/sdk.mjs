/** A handler written with the SDK, as a process of its own. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { comparePairs, PROCESS_PAIRS, timeProcess } from '../measure.mjs';

const WITH_SDK = `
import { serve } from '@hookmd/sdk/serve';
import { defineHook } from '@hookmd/sdk';
const guard = defineHook({
  on: 'PreToolUse',
  run: (event, { block }) => (event.tool_input.command === 'rm' ? block('no') : undefined),
});
await serve({ guard });
`;

/** What one writes without it. */
const WITHOUT = `
let text = '';
for await (const chunk of process.stdin) text += chunk;
const event = JSON.parse(text);
if (event.tool_input.command === 'rm') process.stdout.write(JSON.stringify({ decision: 'block', reason: 'no' }));
`;

export const sdkRows = [
  {
    id: 16,
    what: 'SDK handler, cold, whole process',
    yardstick: 'same handler, async stdin, no SDK',
    target: '≤ 0.80',
    note: 'both are one bundled file, and read their event from a file as the runtime gives it.',
    measure: measureCold,
  },
];

async function measureCold({ folder }) {
  const stdinFile = path.join(folder, 'sdk-event.json');
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
  writeFileSync(stdinFile, JSON.stringify(event));
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: folder };
  const [ours, theirs] = await Promise.all([
    bundle(folder, 'with-sdk', WITH_SDK),
    bundle(folder, 'without', WITHOUT),
  ]);
  const run = (file) => () => timeProcess([process.execPath, file], { cwd: folder, env, stdinFile });
  return [{ ...(await comparePairs('', PROCESS_PAIRS, run(ours), run(theirs))), atMost: 0.8 }];
}

async function bundle(folder, name, contents) {
  const outfile = path.join(folder, `${name}.mjs`);
  await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    logLevel: 'error',
  });
  return outfile;
}
