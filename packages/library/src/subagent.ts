import type { Asker } from './asker.ts';
import { hear, hearBoth, SILENCE } from './heard.ts';
import type { Heard, StopOutcome, SubagentDone } from './outcomes.ts';

interface SubagentRequest {
  /** What kind of agent it is: `matcher` is compared with it. */
  readonly type: string;
  /** Default: made up. */
  readonly id: string;
}

/** A sub-agent, as its life needs it. */
interface Child<C> {
  readonly conversation: C;
  /** Whether its own loop has asked if it may stop, and may. */
  readonly hasStopped: () => boolean;
  readonly stop: () => Promise<StopOutcome>;
}

/** SubagentStart; `open` makes the child of what hooks said at its start. Then its run, and SubagentStop. */
export async function aroundSubagent<C, R>(
  asker: Asker,
  { type, id }: SubagentRequest,
  open: (began: Heard) => Child<C>,
  run: (child: C, followUps: readonly string[]) => R | Promise<R>,
): Promise<SubagentDone<R>> {
  const who = { agent_id: id, agent_type: type };
  const began = asker.concerns('SubagentStart') ? hear(await asker.ask('SubagentStart', who)) : SILENCE;
  const { conversation, hasStopped, stop } = open(began);
  let heard: Heard = began;
  for (let followUps: readonly string[] = []; ; ) {
    let result: R;
    try {
      result = await run(conversation, followUps);
    } catch (error) {
      // What it threw is what its caller has to know, whatever becomes of telling hooks.
      if (asker.concerns('SubagentStop'))
        await asker.ask('SubagentStop', { ...who, status: 'cancelled' }).catch(() => {});
      throw error;
    }
    if (hasStopped()) return { kind: 'done', result, ...heard };
    const stopped = await stop();
    heard = hearBoth(heard, stopped);
    if (stopped.kind !== 'continue') return { kind: 'done', result, ...heard };
    followUps = stopped.followUps;
  }
}
