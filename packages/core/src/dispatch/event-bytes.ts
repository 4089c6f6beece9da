import { makeRedactor, redactDeep } from '../contracts/redact.ts';
import type { HookEvent } from '../events/event.ts';
import type { Wire } from '../protocols/format.ts';

/**
 * The bytes handlers read, made at most once per wire, word for the event, and revision of it: every hook of a wire that
 * asked by the same word gets the same complete bytes (E15).
 */
export class EventBytes {
  readonly #cache = new Map<HookEvent, Map<string, Buffer>>();

  encode(event: HookEvent, wire: Wire, name: string): Buffer {
    let byWire = this.#cache.get(event);
    if (byWire === undefined) {
      byWire = new Map();
      this.#cache.set(event, byWire);
    }
    const key = `${wire.id} ${name}`;
    let bytes = byWire.get(key);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(wire.writeEvent(event, name)));
      byWire.set(key, bytes);
    }
    return bytes;
  }
}

/** What observers read: no value that a redaction removed, no known token format. */
export function redactEvent(event: HookEvent, removed: readonly string[]): HookEvent {
  return redactDeep(event, makeRedactor(removed)) as HookEvent;
}
