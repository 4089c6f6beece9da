import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { hasErrors } from '@hookmd/core/errors';
import { readInventory } from '@hookmd/core/registry';
import { stampPackage } from '@hookmd/core/trust';
import { rejectUnusable } from '../../approval/rejections.ts';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { follow } from '../../event-log/follow.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { printOut } from '../../ui/output.ts';
import { removeDirectory } from '../test/run-cases.ts';
import { compareRounds, type Memory, type ReplayedCase } from './compare-rounds.ts';
import { playRound } from './play-round.ts';
import { type Round, showRound, showWatching } from './view.ts';

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const command: Command = {
  name: 'dev',
  usage: '<name>',
  about:
    'Watch a package: at every change build its handler, run its cases (tests/*.json) as `hooks test` does, and show which decisions changed. Runs its code; approves nothing. Ctrl-C ends it.',
  options: [{ flags: '--once', about: 'one round, then end' }],
  examples: ['hooks dev my-guard', 'hooks dev my-guard --once --json'],
  async run(context) {
    const name = context.words[0] ?? '';
    const { statuses } = await readInventory(placesOf(context), context.environment);
    const status = findHook(statuses, name);
    // A round reports the errors of a manifest; a package that is gone or disabled by its name has none.
    if (status.record.isVanished || status.offBy !== null) rejectUnusable(status, 'tried');
    const { qualifiedName, dir } = status.record;
    const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-dev-')));
    const rounds = new Rounds(context, qualifiedName, dir, temporary);
    try {
      if (context.options.has('once')) return await rounds.playOnce();
      if (!context.isJson) showWatching(context, qualifiedName, dir);
      return await Promise.race([follow(dir, rounds.look, ENDS), rounds.failed]);
    } finally {
      await rounds.end();
      removeDirectory(temporary);
    }
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** One round after another, never two at a time; a change during one is seen after it. */
class Rounds {
  #memory: Memory = new Map();
  #count = 0;
  #stamp = '';
  #playing: Promise<void> | null = null;
  #fail: (error: unknown) => void = () => {};
  /** Rejects where a round could not be played for a reason that is not in the package. */
  readonly failed: Promise<never> = new Promise((_, reject) => {
    this.#fail = reject;
  });
  readonly #interrupt = new AbortController();

  readonly #context: Context;
  readonly #name: string;
  readonly #dir: string;
  readonly #temporary: string;

  constructor(context: Context, name: string, dir: string, temporary: string) {
    this.#context = context;
    this.#name = name;
    this.#dir = dir;
    this.#temporary = temporary;
  }

  /** Begins a round where the package is not as it was at the last one. */
  readonly look = (): void => {
    if (this.#playing !== null || this.#interrupt.signal.aborted) return;
    this.#playing = this.#playNew().then((hasPlayed) => {
      this.#playing = null;
      if (hasPlayed) this.look();
    }, this.#fail);
  };

  async playOnce(): Promise<ExitCode> {
    for (const signal of ENDS) process.once(signal, () => this.#interrupt.abort());
    const ok = await this.#play();
    return this.#interrupt.signal.aborted ? 130 : ok ? 0 : 1;
  }

  /** Ends what runs, and waits for it. */
  async end(): Promise<void> {
    this.#interrupt.abort();
    await this.#playing;
  }

  /** Whether there was something new to play. */
  async #playNew(): Promise<boolean> {
    const stamp = stampPackage(this.#dir);
    if (stamp === this.#stamp) return false;
    this.#stamp = stamp;
    await this.#play();
    return true;
  }

  async #play(): Promise<boolean> {
    const { signal } = this.#interrupt;
    const { issues, results } = await playRound(this.#context, this.#name, { dir: this.#temporary, signal });
    if (signal.aborted || this.#hasChanged()) return false;
    const { cases, memory } = await compareRounds(results, this.#memory);
    this.#memory = memory;
    const ok = !hasErrors(issues) && cases.every((replayedCase) => replayedCase.ok);
    const round: Round = { number: ++this.#count, ok, issues, cases };
    if (this.#context.isJson) printOut(`${JSON.stringify(this.#json(round))}\n`);
    else showRound(this.#context, round);
    return ok;
  }

  /** An editor may be in the middle of writing; the next round reads the rest. */
  #hasChanged(): boolean {
    return this.#stamp !== '' && stampPackage(this.#dir) !== this.#stamp;
  }

  #json({ number, ok, issues, cases }: Round): object {
    const passed = cases.filter((item) => item.ok).length;
    return {
      schema: 'hookmd.dev/1',
      hook: this.#name,
      round: number,
      ok,
      counts: { cases: cases.length, passed, failed: cases.length - passed },
      issues,
      cases: cases.map((entry) => caseJson(entry, this.#dir)),
    };
  }
}

function caseJson({ result, ok, isNew, changes }: ReplayedCase, dir: string): object {
  const { case: packageCase, decision, differences, problem, run } = result;
  return {
    name: packageCase.name,
    file: relative(dir, packageCase.location.path),
    line: packageCase.location.line,
    event: packageCase.event,
    ok,
    isNew,
    decision: decision?.decision ?? null,
    reason: decision?.reason ?? null,
    outcome: run?.outcome ?? null,
    changes: changes.map(({ key, expected, found }) => ({
      key,
      before: expected ?? null,
      now: found ?? null,
    })),
    differences,
    problem,
  };
}
