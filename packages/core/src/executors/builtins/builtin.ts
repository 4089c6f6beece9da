import type { EventPayload } from '../../events/event.ts';
import type { JsonObject } from '../../events/json.ts';

/** A hook that is part of HookMD: it has no files, needs no approval, and answers as a handler of `hookmd` would. */
export interface Builtin {
  readonly name: string;
  readonly about: string;
  /** The one event it is asked about, which permits replacing the conversation. */
  readonly event: 'TurnEnd';
  /** The recipe it calls for: where the host has none of that name it is not asked. */
  readonly recipe: string;
  /** Pure. */
  readonly ask: (event: EventPayload<'TurnEnd'>) => JsonObject;
}
