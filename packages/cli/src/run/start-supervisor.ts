import { type BackgroundOrigin, type BackgroundWork, packJob } from '@hookmd/core/runtime';
import { startHelper, WATCHES_NAME } from '@hookmd/core/system';

/** Beside this bundle (scripts/build.mjs). */
const SUPERVISOR = `${import.meta.dirname}/supervisor.cjs`;
/**
 * The variables that it needs, beside the keys of models: the directory of temporary files, the run it is part of, and Node's
 * own switch.
 */
const PASSED = ['TMPDIR', 'HOOK_RUN', 'NODE_DISABLE_COMPILE_CACHE'];

/**
 * Starts the one process that looks after what is left of a dispatch when we are gone. The job is in a file without
 * a name: it holds what the hooks read. Returns why it could not be started; null = it has everything.
 *
 * Source: docs/decisions/0016.
 */
export async function startSupervisor(
  origin: BackgroundOrigin,
  work: BackgroundWork,
): Promise<string | null> {
  const keys = work.starts.flatMap(({ hook }) => hook.model?.apiKeyEnv ?? []);
  const processes = work.detached.map(({ detached }) => detached.process);
  const pipes = processes.flatMap((detachedProcess) => detachedProcess.pipes ?? []);
  if (pipes.length < processes.length) return 'another process reads what runs in the background';
  const problem = await startHelper({
    argv: [process.execPath, SUPERVISOR],
    env: {
      ...Object.fromEntries([...PASSED, ...keys].flatMap((name) => entryOf(name))),
      [WATCHES_NAME]: processes.map(({ marker }) => marker).join(','),
    },
    stdin: packJob(origin, work),
    pipes: pipes.flatMap(({ stdout, stderr }) => [stdout, stderr]),
  });
  if (problem !== null) return `what runs in the background could not be started: ${problem}`;
  for (const pipe of pipes) pipe.letGo();
  return null;
}

function entryOf(name: string): readonly (readonly [string, string])[] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}
