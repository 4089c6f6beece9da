/** Where every copy of the API finds what the program has set up. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Whether this program traces at all: where it does not, the API is not even looked for. */
export function isTraced(): boolean {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  return registered?.trace !== undefined;
}
