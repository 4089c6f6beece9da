import type { Answer } from '../events/answer.ts';
import type { ModifySpec } from '../manifest/manifest.ts';
import type { PlannedHook } from './plan.ts';

/** Parts of an answer that only count where the event permits them. */
const grants = [
  ['feedback', 'feedback', 'feedback'],
  ['followUps', 'followUp', 'follow-up'],
  ['context', 'context', 'context'],
] as const;

/** What an answer says a declared change by. */
const answerKeys: Readonly<Record<keyof ModifySpec, readonly (keyof Answer)[]>> = {
  input: ['input'],
  output: ['output'],
  hint: ['hint'],
  redact: ['redact'],
  messages: ['messages', 'callback'],
  tools: ['tools'],
};

interface Held {
  readonly answer: Answer;
  readonly dropped: readonly string[];
}

/** Drops what the event or the host does not permit, and says so; an `ask` with nobody to ask is a block. */
export function holdToPermits({ hook, permits, phase, unhonoured }: PlannedHook, said: Answer): Held {
  const answer: { -readonly [K in keyof Answer]: Answer[K] } = { ...said };
  const dropped: string[] = [];
  const drop = (what: string, why: string): void => {
    dropped.push(`${what} by ${hook.qualifiedName}: ${why}`);
  };
  if (phase === 'observe') return { answer: keepObserved(answer, { hook, permits }, drop), dropped };
  if (answer.verdict === 'ask' && !permits.includes('ask')) {
    drop('ask', 'nobody can be asked here, so it blocks');
    answer.verdict = 'block';
  }
  if (answer.verdict === 'block' && !permits.includes('block')) {
    drop('block', 'this event cannot be blocked');
    delete answer.verdict;
  }
  if (answer.verdict === 'allow' && !(permits.includes('preApprove') && hook.preApprove)) {
    drop('allow', 'only a hook with `preApprove: true` outside a project may approve in advance');
    delete answer.verdict;
  }
  for (const kind of unhonoured) {
    for (const key of answerKeys[kind]) {
      if (answer[key] === undefined) continue;
      drop(`change of ${key}`, 'this agent cannot honour it');
      delete answer[key];
    }
  }
  for (const [key, permit, what] of grants) {
    if (answer[key] === undefined || permits.includes(permit)) continue;
    drop(what, 'this event takes none');
    delete answer[key];
  }
  return { answer, dropped };
}

/** An observer may tell the model or the user something where the event takes it; it decides nothing. */
function keepObserved(
  said: Answer,
  { hook, permits }: Pick<PlannedHook, 'hook' | 'permits'>,
  drop: (what: string, why: string) => void,
): Answer {
  if (said.verdict !== undefined || said.feedback !== undefined)
    drop('decision', 'an observer decides nothing');
  if (
    Object.values(answerKeys)
      .flat()
      .some((key) => said[key] !== undefined)
  )
    drop('change', 'an observer changes nothing');
  if (said.followUps !== undefined) drop('follow-up', 'an observer sends nobody on');
  if (said.context !== undefined && !permits.includes('context')) drop('context', 'this event takes none');
  // On a notice every hook observes, and one that its author did not make an observer may still stop the agent.
  const mayHalt = hook.observe === 'no';
  if (said.halt !== undefined && !mayHalt) drop('halt', 'an observer stops nobody');
  const { context, userMessages, suppressOutput, halt } = said;
  return {
    ...(permits.includes('context') && context !== undefined ? { context } : {}),
    ...(userMessages === undefined ? {} : { userMessages }),
    ...(suppressOutput === undefined ? {} : { suppressOutput }),
    ...(halt === undefined || !mayHalt ? {} : { halt }),
  };
}
