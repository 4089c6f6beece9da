import { compareLog } from './compare.ts';
import type { Driver, Ended, ModelWay, ToolWay } from './driver.ts';
import { openHooks } from './open-hooks.ts';
import type { AdapterRow } from './row.ts';
import { rows } from './rows/index.ts';
import { type Log, scriptOf } from './script.ts';
import { type Way, waysOf } from './ways.ts';

/** One test: a row in one way. */
export interface Play {
  readonly title: string;
  readonly tools: ToolWay;
  readonly model: ModelWay;
  /** Why the framework does not support it; null = run it. */
  readonly skip: string | null;
  /** Runs the test. Returns each difference from the expectations as a sentence; empty = passed. */
  play(): Promise<readonly string[]>;
}

/**
 * Returns all tests that an adapter must pass, for any test runner:
 *
 *     for (const { title, skip, play } of plays(driver))
 *       test(title, { skip: skip ?? false }, async () => assert.deepEqual(await play(), []));
 */
export function plays(driver: Driver): readonly Play[] {
  return rows.flatMap((row) =>
    waysOf(row).map((way) => ({
      title: [
        driver.name,
        row.title,
        ...(row.isAboutTools === true ? [`tools ${way.tools}`] : []),
        `model ${way.model}`,
      ].join(' · '),
      tools: way.tools,
      model: way.model,
      skip: reasonToSkip(driver, row, way),
      play: () => playRow(driver, row, way),
    })),
  );
}

function reasonToSkip({ missing = {} }: Driver, { needs }: AdapterRow, way: Way): string | null {
  return missing[way.tools] ?? missing[way.model] ?? (needs === undefined ? null : (missing[needs] ?? null));
}

async function playRow(driver: Driver, row: AdapterRow, way: Way): Promise<readonly string[]> {
  const log: Log = { ran: [], sent: [], subagentSent: [] };
  const controller = new AbortController();
  const onStep = (step: 'model' | 'tool' | 'hook'): void => {
    if (row.cancelsIn === step) controller.abort();
  };
  const opened = await openHooks(row, way, () => onStep('hook'));
  try {
    const run = async (): Promise<readonly string[]> => {
      const agent = await driver.open(scriptOf(row, way, opened, log, onStep));
      let ended: Ended = { status: 'failed', text: 'the row has no messages' };
      for (const prompt of row.prompts ?? ['go']) ended = await agent.send(prompt, controller.signal);
      const stored = agent.stored();
      await agent.close();
      return compareLog(row, way, { ...log, events: opened.events, ended, stored });
    };
    return await (row.quiet === undefined ? run() : opened.hooks.quiet(row.quiet, run));
  } finally {
    await opened.close();
  }
}
