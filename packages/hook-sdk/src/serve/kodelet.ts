import type { EventName, HookOutput, JsonObject, JsonValue } from '@hookmd/core/events';
import { readAll, writeAll } from './descriptors.ts';
import { factsOfProcess, parseObject, printDocument } from './fresh.ts';
import { kodeletWord, objectAt, readKodeletEvent } from './kodelet-events.ts';
import { withOutput } from './kodelet-output.ts';
import { toNativeInput } from './kodelet-tools.ts';
import type { HookModule, ServedModule } from './module.ts';
import { endProcess } from './process.ts';

const STDIN = 0;
const STDOUT = 1;

/** What an answer becomes in Kodelet's words; what is not here it has no words for. */
const writes: { readonly [K in keyof HookOutput]?: (answer: HookOutput, payload: JsonObject) => JsonObject } =
  {
    // It cannot ask: what would need a yes does not happen.
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
  writeAll(STDOUT, `${oneWord(ownOf(module))}\n`);
  endProcess(0);
}

/** `FILE run`: Kodelet's payload in, its answer out. */
export async function runKodelet(module: ServedModule): Promise<void> {
  const { hooks, judge } = ownOf(module);
  const text = readAll(STDIN);
  const payload = parseObject(text, 'the payload');
  const facts = factsOfProcess();
  const readEvent = (): JsonObject => readKodeletEvent(parseObject(text, 'the payload'), process.env);
  const event = readEvent()['hook_event_name'] as EventName;
  // One word of Kodelet's is a success and a failure; a hook may be about one of them.
  const isAbout = hooks.some((hook) => hook.on === event);
  const isSibling = hooks.some((hook) => kodeletWord(hook.on) === kodeletWord(event));
  const { answer } = !isAbout && isSibling ? { answer: null } : await judge(readEvent, facts);
  const left = Object.keys(answer ?? {}).filter((key) => !(key in writes));
  if (left.length > 0) facts.log(`Kodelet has no words for ${left.join(', ')}: left out.`);
  printDocument(writeKodeletAnswer(answer, payload));
}

function writeKodeletAnswer(answer: HookOutput | null, payload: JsonObject): JsonObject {
  const parts = Object.keys(answer ?? {}).map((key) =>
    writes[key as keyof HookOutput]?.(answer ?? {}, payload),
  );
  return Object.assign({}, ...parts) as JsonObject;
}

function ownOf({ own }: ServedModule): HookModule {
  if (own === null) throw new Error('a handler of OpenClaw is no executable of Kodelet');
  return own;
}

function oneWord({ hooks }: HookModule): string {
  const words = new Set(hooks.map(({ on }) => kodeletWord(on) ?? on));
  const [word = ''] = words;
  const isKnown = hooks.every(({ on }) => kodeletWord(on) !== undefined);
  if (words.size === 1 && isKnown) return word;
  throw new Error(
    `an executable of Kodelet is about one of its events; this module has hooks on ${[...words].join(', ')}`,
  );
}
