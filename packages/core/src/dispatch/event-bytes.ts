import { makeRedactor, redactDeep } from '../contracts/redact.ts';
import type { HookEvent } from '../protocol/event.ts';
import type { Wire } from '../wires/wire.ts';

/**
 * The bytes handlers read, made at most once per wire and revision of the event: every hook of a wire
 * gets the same complete bytes (E15).
 */
export class EventBytes {
  readonly #cache = new Map<HookEvent, Map<string, Buffer>>();

  encode(event: HookEvent, wire: Wire): Buffer {
    let byWire = this.#cache.get(event);
    if (byWire === undefined) {
      byWire = new Map();
      this.#cache.set(event, byWire);
    }
    let bytes = byWire.get(wire.id);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(wire.writeEvent(event)));
      byWire.set(wire.id, bytes);
    }
    return bytes;
  }
}

/** What observers read: no value that a redaction removed, no known token format. */
export function redactEvent(event: HookEvent, removed: readonly string[]): HookEvent {
  return redactDeep(event, makeRedactor(removed)) as HookEvent;
}
