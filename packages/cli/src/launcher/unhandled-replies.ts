import { type Integration, integrations, type NativeReply } from '@hookmd/agents';
import { type EventName, eventNames } from '@hookmd/core/events';

const MESSAGE =
  'HookMD could not handle this event: its launcher cannot start HookMD. Run `hooks daemon --launcher`.';

/**
 * Returns the replies of a launcher that cannot start Node, for every agent and event. Each line of output is one line: the agent, its
 * name of the event, the canonical name, `notice` (the event proceeds) or `rejection` (it is blocked), the exit code, the file descriptor,
 * the text, separated by tabs. The format never changes, because launchers of older versions read it too.
 */
export function unhandledReplies(): string {
  const lines = Object.values(integrations).flatMap((agent) =>
    eventNames.flatMap((event) => {
      const nativeName = agent.nativeOf(event);
      return nativeName === null ? [] : linesOf(agent, nativeName, event);
    }),
  );
  return lines.map((line) => `${line.join('\t')}\n`).join('');
}

type Line = readonly (string | number)[];

function linesOf(agent: Integration, nativeName: string, event: EventName): readonly Line[] {
  const replies = { notice: agent.notice(MESSAGE), rejection: agent.rejection(event, MESSAGE) };
  return Object.entries(replies).flatMap(([kind, reply]) =>
    outputOf(reply).map((output): Line => [agent.name, nativeName, event, kind, reply.exitCode, ...output]),
  );
}

/** Each line of both streams with its file descriptor; at least one, because each carries the exit code. */
function outputOf({ stdout, stderr }: NativeReply): readonly (readonly [number, string])[] {
  const linesWith = (descriptor: number, text: string): (readonly [number, string])[] =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => [descriptor, line] as const);
  const output = [...linesWith(1, stdout), ...linesWith(2, stderr)];
  return output.length > 0 ? output : [[2, '']];
}
