import { setMaxListeners } from 'node:events';

/** A signal that somebody aborts, until it is released. */
export interface Following {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly release: () => void;
}

/** A signal of one event or one run that is aborted with `outer` too. */
export function followSignal(outer: AbortSignal | undefined): Following {
  return followAny(outer === undefined ? [] : [outer]);
}

/**
 * The same for several: it is aborted with the first of them.
 *
 * Not `AbortSignal.any`: in Node 20 a signal that lives as long as its runtime keeps something of every signal that was
 * ever made of it, which a host of a hundred thousand events sees.
 */
export function followAny(outers: readonly AbortSignal[]): Following {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (outers.some(({ aborted }) => aborted)) abort();
  else {
    for (const outer of outers) {
      setMaxListeners(0, outer); // many events at a time follow one runtime; eleven are no leak
      outer.addEventListener('abort', abort, { once: true });
    }
  }
  const release = (): void => {
    for (const outer of outers) outer.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, abort, release };
}
