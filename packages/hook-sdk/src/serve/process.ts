import { describeFailure } from './describe-failure.ts';
import { writeAll } from './descriptors.ts';

const STDERR = 2;
const exit = process.exit.bind(process);

let isOver = false;
let hasDrained = false;
let takeStray: (error: unknown) => boolean = () => false;

/**
 * From here on only `endProcess` ends the process with exit code 0, which guarantees a result.
 *
 * A handler that calls `process.exit`, a promise that never settles, and an exception outside of promises end it with
 * exit code 1. Exit code 2 would mean a block.
 */
export function watchProcess(): void {
  process.on('beforeExit', () => {
    hasDrained = true;
  });
  process.on('exit', () => {
    if (isOver) return;
    process.exitCode = 1;
    writeAll(
      STDERR,
      hasDrained
        ? 'The handler returned no result: it waits for a promise that never settles.\n'
        : 'The handler returned no result: it ended its process.\n',
    );
  });
  process.on('uncaughtException', (error) => {
    if (!takeStray(error)) failProcess(error);
  });
}

/** `take` finds the run of an exception outside of promises; false = none. */
export function onStrayError(take: (error: unknown) => boolean): void {
  takeStray = take;
}

export function endProcess(status: 0 | 1): never {
  isOver = true;
  return exit(status);
}

export function failProcess(error: unknown): never {
  writeAll(STDERR, `${describeFailure(error)}\n`);
  return endProcess(1);
}
