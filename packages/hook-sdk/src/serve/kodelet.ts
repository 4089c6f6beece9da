import type { EventName, HookOutput, JsonObject, JsonValue } from '@hookmd/core/events';
import { readAll, writeAll } from './descriptors.ts';
import { factsOfProcess, parseObject, printDocument } from './fresh.ts';
import { kodeletEvent, objectAt, readKodeletEvent, toNativeInput } from './kodelet-events.ts';
import { withOutput } from './kodelet-output.ts';
import type { HookModule, ServedModule } from './module.ts';
import { endProcess } from './process.ts';

const STDIN = 0;
const STDOUT = 1;

/** The fields of a result in Kodelet's format, which has no others. */
const writes: { readonly [K in keyof HookOutput]?: (result: HookOutput, payload: JsonObject) => JsonObject } =
  {
    // Kodelet cannot prompt the user: a call that needs permission is blocked.
    decision: ({ decision, reason }) => (decision === 'allow' ? {} : { blocked: true, reason: reason ?? '' }),
    reason: () => ({}),
    input: ({ input = {} }, payload) => ({
      input: toNativeInput(String(payload['tool_name']), objectAt(payload, 'tool_input'), input),
    }),
    output: ({ output = null }, payload) => ({
      output: withOutput(objectAt(payload, 'tool_output'), output),
    }),
    messages: ({ messages = [] }) => ({
      result: 'mutate',
      messages: messages as unknown as readonly JsonValue[],
    }),
    callback: ({ callback }) => ({
      result: 'callback',
      callback: callback?.name,
      callback_args: callback?.args,
    }),
    followUps: ({ followUps = [] }) => ({ follow_up_messages: followUps }),
  };

/** `FILE hook`: the one event that this executable is about. Throws where it is about none or several. */
export async function sendKodeletEvent(module: ServedModule): Promise<void> {
  writeAll(STDOUT, `${onlyEvent(ownOf(module))}\n`);
  endProcess(0);
}

/** `FILE run`: reads Kodelet's payload, and prints the result in its format. */
export async function runKodelet(module: ServedModule): Promise<void> {
  const { hooks, evaluateModule } = ownOf(module);
  const text = readAll(STDIN);
  const payload = parseObject(text, 'the payload');
  const facts = factsOfProcess();
  const readEvent = (): JsonObject => readKodeletEvent(parseObject(text, 'the payload'), process.env);
  const event = readEvent()['hook_event_name'] as EventName;
  // One event of Kodelet is a success or a failure; a hook may listen to one of them.
  const isAbout = hooks.some((hook) => hook.on === event);
  const isSibling = hooks.some((hook) => kodeletEvent(hook.on) === kodeletEvent(event));
  const { result } = !isAbout && isSibling ? { result: null } : await evaluateModule(readEvent, facts);
  const left = Object.keys(result ?? {}).filter((key) => !(key in writes));
  if (left.length > 0) facts.log(`Kodelet has no words for ${left.join(', ')}: left out.`);
  printDocument(writeKodeletResult(result, payload));
}

function writeKodeletResult(result: HookOutput | null, payload: JsonObject): JsonObject {
  const parts = Object.keys(result ?? {}).map((key) =>
    writes[key as keyof HookOutput]?.(result ?? {}, payload),
  );
  return Object.assign({}, ...parts) as JsonObject;
}

function ownOf({ hookModule }: ServedModule): HookModule {
  if (hookModule === null) throw new Error('a handler of another system is no executable of Kodelet');
  return hookModule;
}

function onlyEvent({ hooks }: HookModule): string {
  const events = new Set(hooks.map(({ on }) => kodeletEvent(on) ?? on));
  const [event = ''] = events;
  const isKnown = hooks.every(({ on }) => kodeletEvent(on) !== undefined);
  if (events.size === 1 && isKnown) return event;
  throw new Error(
    `an executable of Kodelet is about one of its events; this module has hooks on ${[...events].join(', ')}`,
  );
}
