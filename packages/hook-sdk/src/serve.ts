/**
 * Makes a process of a handler module: `await serve(module)` is the last line of what a build generates.
 *
 * Import it before the handler. From then on standard output is the answer's alone, and an end without an answer is
 * a failure: also while the handler is being loaded.
 */
import { runFresh } from './serve/fresh.ts';
import { runKodelet, sendKodeletEvent } from './serve/kodelet.ts';
import { chooseModule, type ServedModule, type Serving } from './serve/module.ts';
import { captureOutput, redirectOutput } from './serve/output.ts';
import { failProcess, watchProcess } from './serve/process.ts';
import { runWarm } from './serve/warm.ts';

export type { Serving } from './serve/module.ts';

const asked = process.argv[2] ?? 'fresh';

/** How a built module can be asked. Source: its first argument, none = `fresh`. */
const ways: Readonly<Record<string, (module: ServedModule) => Promise<void>>> = {
  fresh: runFresh,
  warm: runWarm,
  hook: sendKodeletEvent,
  run: runKodelet,
};

watchProcess();
if (asked === 'warm') captureOutput();
else redirectOutput();

/** Answers one event, or in a warm process all that come; then the process ends. */
export async function serve(module: object, serving: Serving = {}): Promise<void> {
  try {
    const way = Object.hasOwn(ways, asked) ? ways[asked] : undefined;
    if (way === undefined) throw new Error(`"${asked}" is none of ${Object.keys(ways).join(', ')}`);
    await way(chooseModule(module, serving));
  } catch (error) {
    failProcess(error);
  }
}
