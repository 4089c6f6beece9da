/** Runs one agent, scene by scene, and checks each claim. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attach, detach } from './attach.mjs';
import { claims } from './claims.mjs';
import { startModel } from './model/server.mjs';
import { props, scenes } from './scenes.mjs';
import { endLeftovers, hooks, makeStage, runAgent } from './stage.mjs';

const HOOKS = path.join(import.meta.dirname, 'hooks');
const GUARDRAIL = path.join(import.meta.dirname, '../fixtures/seeds/k2-security-guardrail.py');
const PROMPT = 'Do what there is to do, then stop.';

/** Returns for each claim, by its id, whether it held, and the directory of the run. */
export async function playAgent(agent, installation) {
  const model = await startModel();
  const stage = makeStage(agent, { ...installation, model });
  const end = () => endLeftovers(stage);
  process.on('exit', end);
  try {
    for (const words of agent.beforehand?.(stage) ?? []) await runAgent(stage, words, 'beforehand');
    writeHooks(stage);
    const seen = {};
    let attached = null;
    let differs = [];
    for (const scene of scenes) {
      if (scene.isAttached) attached ??= attach(stage, agent);
      else if (attached !== null) differs = detach(stage, agent, attached);
      const facts = { ...(await playScene(stage, agent, model, scene)), differs };
      for (const { id, holds } of claims.filter((claim) => claim.scene === scene.name))
        seen[id] = holds(facts);
    }
    return { dir: stage.dir, seen };
  } catch (error) {
    throw new Error(`The agent ran in ${stage.dir}.`, { cause: error });
  } finally {
    end();
    process.off('exit', end);
    model.close();
  }
}

async function playScene(stage, agent, model, { name, enabled, steps }) {
  for (const [file, text] of Object.entries(props)) {
    const at = path.join(stage.project, file);
    if (text === null) rmSync(at, { recursive: true, force: true });
    else mkdirSync(path.dirname(at), { recursive: true });
    if (text !== null) writeFileSync(at, text);
  }
  if (enabled.length > 0) hooks(stage, ['enable', ...enabled, '--yes']);
  const requests = model.play(steps.map((step) => callOf(agent, stage, step)));
  const ending = await runAgent(stage, agent.words(PROMPT, { ...stage, scene: name }), name);
  endLeftovers(stage);
  if (enabled.length > 0) hooks(stage, ['disable', ...enabled]);
  const log = requests.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileSync(path.join(stage.dir, 'output', `${name}.requests`), log);
  writeFileSync(path.join(stage.dir, 'output', `${name}.ending`), `${ending}\n`);
  return {
    is: (file) => existsSync(path.join(stage.project, file)),
    asked: (text) => requests.filter((one) => one.text.includes(text)).length,
    calls: requests.filter(({ isCall }) => isCall).length,
  };
}

/** Converts a step to a call of the agent's tools. */
function callOf({ shell, write }, { project }, { run, make }) {
  if (run !== undefined) return { name: shell.tool, input: shell.input(run) };
  return { name: write.tool, input: write.input(path.join(project, make), 'made\n') };
}

/** Copies the hook packages and Kodelet's hook to the places where a user puts them. */
function writeHooks({ home }) {
  for (const name of readdirSync(HOOKS))
    cpSync(path.join(HOOKS, name), path.join(home, '.hookmd/hooks', name), { recursive: true });
  const guardrail = path.join(home, '.kodelet/hooks/security_guardrail');
  mkdirSync(path.dirname(guardrail), { recursive: true });
  writeFileSync(guardrail, readFileSync(GUARDRAIL), { mode: 0o755 });
}
