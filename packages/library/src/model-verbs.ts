import { aroundModel, postModelCall, preModelCall } from './ask-about-model.ts';
import type { Asker } from './asker.ts';
import type { Conversation } from './session.ts';
import type { Counters } from './speaker.ts';

/** What is asked about calls of the model, each of which is counted. */
export function modelVerbs(
  asker: Asker,
  counters: Counters,
): Pick<Conversation, 'model' | 'preModelCall' | 'postModelCall'> {
  return {
    model(request, call, usageOf) {
      counters.iterations += 1;
      return aroundModel(asker, request, counters.iterations, call, usageOf);
    },
    preModelCall(request) {
      counters.iterations += 1;
      return preModelCall(asker, request, counters.iterations);
    },
    postModelCall: (request, response, usage) => postModelCall(asker, request, response, usage),
  };
}
