/** A host that holds much memory, or none: `node heap-host.mjs MEGABYTES FOLDER PROGRAM …`. Measures when it is told to. */
import { keepSpawner } from '@hookmd/core/internal/runtime/keep-spawner';
import { timeLoop } from '../measure.mjs';
import { callRuntime } from './runtime-call.mjs';

const [megabytes, folder, ...argv] = process.argv.slice(2);
// Filled, or the kernel would not give the pages.
const held = Array.from({ length: Number(megabytes) }, () => Buffer.alloc(1024 * 1024, 1));

const { spawner } = keepSpawner({});

process.on('message', async () =>
  process.send(await timeLoop(5, () => callRuntime(argv, folder, { spawner }))),
);
process.on('exit', () => held.length);
