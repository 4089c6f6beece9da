import { parentPort, workerData } from 'node:worker_threads';

/** The guards as a hook runs them: what the test runner loads itself takes twice as long. */

/** What a guard may take for a text of 64 KiB, on the machine that this was written on. */
const LIMIT_MS = 50;
const TRIES = 3;
/** What the reference takes there while nothing else runs. It is as long as the texts: a busy machine interrupts a short run less. */
const REFERENCE_MS = 6;
const reference = 'dd if=a of=b; '.repeat(4_681);

const { hooks, project, home, names, warmUp } = workerData;
process.env.HOME = home;
const { splitShell } = await import(`${hooks}block-dangerous/shell.generated.mjs`);
const guards = new Map();
for (const name of names) {
  const { evaluateEvent } = await import(`${hooks}${name}/evaluate.mjs`);
  const places = { cwd: project, project_dir: project };
  guards.set(name, (command) => evaluateEvent({ tool: { kind: 'shell', command }, ...places }, {}));
}
for (const evaluate of guards.values()) for (let turn = 0; turn < TRIES; turn += 1) evaluate(warmUp);

/** What a guard answers, and whether in time: at its best of three tries, and in proportion where the machine is slow or busy. */
function tryOut(evaluate, command) {
  for (let turn = 1; ; turn += 1) {
    const { result: answer, time } = timed(() => evaluate(command));
    const isFast =
      time <= LIMIT_MS || time <= (LIMIT_MS * timed(() => splitShell(reference)).time) / REFERENCE_MS;
    if (isFast || turn === TRIES) return { answer, isFast };
  }
}

function timed(run) {
  const startedAt = performance.now();
  const result = run();
  return { result, time: performance.now() - startedAt };
}

parentPort.on('message', ({ id, name, command }) => {
  try {
    parentPort.postMessage({ id, ...tryOut(guards.get(name), command) });
  } catch (error) {
    parentPort.postMessage({ id, thrown: String(error) });
  }
});
parentPort.postMessage('ready');
