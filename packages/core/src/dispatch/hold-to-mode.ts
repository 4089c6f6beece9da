import type { PackageMode } from '../config/config.ts';
import type { Answer } from '../events/answer.ts';
import { cleanText } from '../events/clean-text.ts';
import type { HookEvent } from '../events/event.ts';
import { isFailed } from '../events/outcome.ts';
import type { Asked } from './asked.ts';
import { replaces } from './merge.ts';

/**
 * Takes away what the answer of a hook in mode `warn` or `shadow` would do to the event; what that would have been is
 * recorded, and in `warn` told to the user. `before` is the event as the hook was asked about it.
 *
 * Source: contracts.md §5, `package.NAME.mode`.
 */
export function holdToMode(asked: Asked, before: HookEvent): Asked {
  const { enforcement, name, qualifiedName } = asked.planned.hook;
  if (enforcement === 'enforce') return asked;
  // Words of the handler: as safe and as short here as where they count.
  const effects = effectsOf(asked).map(cleanText);
  const told = effects.map((effect) => `${name} (mode ${enforcement}) would have ${effect}`);
  return {
    ...asked,
    run: { ...asked.run, enforcement },
    answer: messagesOf(enforcement, asked, told),
    event: before,
    failsClosed: false,
    dropped: [
      ...asked.dropped,
      ...effects.map((effect) => `${qualifiedName} is in mode ${enforcement}: it would have ${effect}`),
    ],
    removed: [],
  };
}

function messagesOf(mode: PackageMode, { answer, run }: Asked, told: readonly string[]): Answer {
  if (mode !== 'warn') return {};
  const failed = isFailed(run)
    ? [`${run.name} (mode warn) could not be asked: ${run.reason ?? run.cause}`]
    : [];
  const userMessages = [...told, ...failed, ...(answer.userMessages ?? [])];
  return userMessages.length === 0 ? {} : { userMessages };
}

/** Each in words that follow "would have". */
function effectsOf({ answer, run, failsClosed }: Asked): readonly string[] {
  const because = (text: string | null | undefined): string => (text ? `: ${text}` : '');
  return [
    ...(answer.verdict === 'block' || failsClosed ? [`blocked this${because(run.reason)}`] : []),
    ...(answer.verdict === 'ask' ? [`asked you${because(answer.reason)}`] : []),
    ...(answer.verdict === 'allow' ? ['approved this'] : []),
    ...(answer.halt === undefined ? [] : [`stopped the agent${because(answer.halt.reason)}`]),
    ...(run.changed.length > 0 ? [`changed ${run.changed.join(', ')}`] : []),
    ...(answer.feedback === undefined ? [] : [`told the agent: ${answer.feedback}`]),
    ...(answer.followUps ?? []).map((text) => `sent the agent on: ${text}`),
    ...(replaces(answer) ? ['replaced the conversation'] : []),
    ...(answer.context === undefined ? [] : ['added context']),
  ];
}
