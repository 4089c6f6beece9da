import type { JsonObject } from '@hookmd/core/events';
import type { Facts } from '../methods.ts';
import { isPlainObject } from '../plain-json.ts';
import { describeFailure } from './describe-failure.ts';
import { readAll, writeAll } from './descriptors.ts';
import type { ServedModule } from './module.ts';
import { endProcess } from './process.ts';

const { parse, stringify } = JSON;
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/**
 * A process for one event. It reads and writes synchronously and exits at once, because a tool call waits for it. Prints
 * exactly one document, `{}` for no decision.
 */
export async function runFresh(module: ServedModule): Promise<void> {
  const text = readAll(STDIN);
  printDocument(await module.respond(() => parseObject(text, 'the event'), factsOfProcess()));
}

/** Prints the result, and ends the process. */
export function printDocument(document: JsonObject): never {
  writeAll(STDOUT, `${stringify(document)}\n`);
  return endProcess(0);
}

export function parseObject(text: string, name: string): JsonObject {
  const value: unknown = parse(text);
  if (!isPlainObject(value)) throw new TypeError(`${name} is no JSON object`);
  return value as JsonObject;
}

export function factsOfProcess(): Facts {
  const log = (text: string): void => writeAll(STDERR, `${text}\n`);
  let signal: AbortSignal | undefined;
  return {
    env: process.env,
    log,
    report: (error) => log(describeFailure(error)),
    get signal() {
      signal ??= signalOfTermination();
      return signal;
    },
  };
}

/** The runtime ends a run by SIGTERM, and by SIGKILL a moment later. */
function signalOfTermination(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  return controller.signal;
}
