/**
 * Turns a handler module into a process: `await serve(module)` is the last line of a built handler.
 *
 * Import it before the handler. From then on standard output is reserved for the result, and a process that ends without
 * a result has failed, also while it loads the handler.
 */
import { runFresh } from './serve/fresh.ts';
import { runKodelet, sendKodeletEvent } from './serve/kodelet.ts';
import { chooseModule, type ServedModule, type Serving } from './serve/module.ts';
import { captureOutput, redirectOutput } from './serve/output.ts';
import { failProcess, watchProcess } from './serve/process.ts';
import { runWarm } from './serve/warm.ts';

export type { Serving } from './serve/module.ts';

const mode = process.argv[2] ?? 'fresh';

/** The modes of a built module, by its first argument; default `fresh`. */
const modes: Readonly<Record<string, (module: ServedModule) => Promise<void>>> = {
  fresh: runFresh,
  warm: runWarm,
  hook: sendKodeletEvent,
  run: runKodelet,
};

watchProcess();
if (mode === 'warm') captureOutput();
else redirectOutput();

/** Runs the hooks of a module for one event, or in a warm process for all events; then ends the process. */
export async function serve(module: object, serving: Serving = {}): Promise<void> {
  try {
    const run = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
    if (run === undefined) throw new Error(`"${mode}" is none of ${Object.keys(modes).join(', ')}`);
    await run(chooseModule(module, serving));
  } catch (error) {
    failProcess(error);
  }
}
