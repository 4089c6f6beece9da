import { readFileSync } from 'node:fs';
import { runBackground, unpackJob } from '@hookmd/core/runtime';
import { killAllGroups } from '@hookmd/core/system';
import { callModel } from './handlers/call-model.ts';

/**
 * A program of its own: supervises the asynchronous hooks of one dispatch of a command that has ended, and lives no longer than
 * they do. Its job is on standard input, the pipes of running hooks on the descriptors behind it.
 *
 * Started by start-supervisor.ts (decision 0016).
 */
const FIRST_PIPE = 3;

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop.abort());
process.on('exit', killAllGroups);

async function main(): Promise<void> {
  await runBackground(
    unpackJob(readFileSync(0), FIRST_PIPE, { call: callModel, environment: process.env }),
    stop.signal,
  );
  process.exit(0);
}

void main();
