import { type Integration, integrations, type NativeReply } from '@hookmd/agents';
import { type EventName, eventNames } from '@hookmd/core/events';

const MESSAGE =
  'HookMD could not handle this event: its launcher cannot start HookMD. Run `hooks daemon --launcher`.';

/**
 * The replies of a launcher that cannot start Node, one line per text: the agent, its name of the event, the canonical name, `notice` or
 * `rejection`, exit code, descriptor, text; separated by tabs. Launchers of older versions read it too.
 */
export function unableOutputs(): string {
  const lines = Object.values(integrations).flatMap((agent) =>
    eventNames.flatMap((event) => {
      const word = agent.nativeOf(event);
      return word === null ? [] : linesOf(agent, word, event);
    }),
  );
  return lines.map((line) => `${line.join('\t')}\n`).join('');
}

type Line = readonly (string | number)[];

function linesOf(agent: Integration, word: string, event: EventName): readonly Line[] {
  const replies = { notice: agent.notice(MESSAGE), rejection: agent.rejection(event, MESSAGE) };
  return Object.entries(replies).flatMap(([kind, reply]) =>
    textsOf(reply).map((text): Line => [agent.name, word, event, kind, reply.exitCode, ...text]),
  );
}

/** Each line of both streams with its descriptor; at least one, for the exit code. */
function textsOf({ stdout, stderr }: NativeReply): readonly (readonly [number, string])[] {
  const of = (descriptor: number, text: string): (readonly [number, string])[] =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => [descriptor, line] as const);
  const texts = [...of(1, stdout), ...of(2, stderr)];
  return texts.length > 0 ? texts : [[2, '']];
}
