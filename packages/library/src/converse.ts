import { ulid } from '@hookmd/core/internal/journal/ids';
import { askerOf, type Ground } from './asker.ts';
import { guardVerbs } from './guard-verbs.ts';
import { modelVerbs } from './model-verbs.ts';
import type { Heard, StopOutcome } from './outcomes.ts';
import type { Conversation } from './session.ts';
import type { Counters, Speaker } from './speaker.ts';
import { aroundSubagent } from './subagent.ts';
import { toolVerbs } from './tool-verbs.ts';
import { turnVerbs } from './turn-verbs.ts';

/** A conversation, and what its life needs of it. */
interface Conversing {
  readonly conversation: Conversation;
  readonly stop: () => Promise<StopOutcome>;
  readonly hasStopped: () => boolean;
}

/** The verbs of one conversation. None needs its object, so that each can be handed on alone. */
export function converse(ground: Ground, speaker: Speaker): Conversing {
  const { id, base, began, options } = speaker;
  const asker = askerOf(ground, base, options);
  const counters: Counters = { iterations: 0 };
  const { verbs, hasStopped } = turnVerbs(asker, speaker, counters);
  const conversation: Conversation = {
    id,
    began,
    concerns: asker.concerns,
    fire: (event, payload = {}) => ground.fire(event, { ...base, ...payload }),
    ...verbs,
    ...modelVerbs(asker, counters),
    ...toolVerbs(asker, ground.words, options.onAsk),
    subagent(given, run) {
      const agentId = given.id ?? ulid(Date.now());
      const { type } = given;
      const { recipe: _, ...inherited } = options;
      const open = (heard: Heard): Conversing =>
        converse(ground, {
          id,
          base: { ...base, invoked_by: 'subagent', agent_id: agentId, agent_type: type },
          began: heard,
          options: { ...inherited, recipes: {}, autoCompact: false, ...given },
          isNew: true,
          subagent: { asker, payload: { agent_id: agentId, agent_type: type } },
        });
      return aroundSubagent(asker, { type, id: agentId }, open, run);
    },
  };
  return { conversation: guardVerbs(conversation), stop: verbs.stop, hasStopped };
}
