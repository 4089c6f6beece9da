import { checkOptions } from './check-options.ts';
import type { AdapterOptions } from './dialogue.ts';
import { callError } from './guard-call.ts';
import { type RowsOf, sessionOptions } from './option-shapes.ts';
import type { SessionOptions } from './session.ts';
import { aboveZero, aFunction, flag, must, type Shape } from './shape.ts';

/** What an adapter has beside the options of a session. */
type OwnOptions<O extends SessionOptions> = Omit<O, keyof SessionOptions | keyof AdapterOptions | 'compact'>;

const adapterOptions: RowsOf<AdapterOptions> & { readonly compact: Shape } = {
  contextWindow: aboveZero,
  onMessage: aFunction,
  live: flag,
  compact: aFunction,
};

const hooksObject = must('what `await createHooks()` gives', (value) => {
  const { session, coverage } = (value ?? {}) as { readonly session?: unknown; readonly coverage?: unknown };
  return typeof session === 'function' && typeof coverage === 'function';
});

/** Checks what the function that begins a conversation of an adapter was called with. Throws CALL_INVALID and OPTIONS_INVALID. */
export function checkOpening<O extends SessionOptions>(
  { call, type, own }: { readonly call: string; readonly type: string; readonly own: RowsOf<OwnOptions<O>> },
  hooks: unknown,
  options: O,
): void {
  if (!hooksObject.holds(hooks))
    throw callError(call, { takes: { hooks: hooksObject }, example: `await ${call}(await createHooks())` }, [
      hooks,
    ]);
  checkOptions({ call, type, rows: { ...sessionOptions, ...adapterOptions, ...own } }, options);
}
