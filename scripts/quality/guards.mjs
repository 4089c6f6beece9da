import { HOME, PROJECT } from './corpora.mjs';

/** The bundled guards, in process: `evaluate` gives the reason of a block, or null. */
export async function loadGuards(hooks) {
  process.env.HOME = HOME;
  const names = ['block-dangerous', 'git-safety', 'infra-safety', 'no-force-push', 'protect-paths'];
  return Promise.all(
    names.map(async (name) => {
      const { evaluateEvent } = await import(new URL(`${name}/evaluate.mjs`, hooks).href);
      return { name, evaluate: (text) => reasonOf(evaluateEvent(eventOf(text))) };
    }),
  );
}

/** A guard returns a reason, or a decision with one. */
function reasonOf(found) {
  return found?.reason ?? found ?? null;
}

function eventOf(command) {
  return {
    event: 'PreToolUse',
    cwd: PROJECT,
    project_dir: PROJECT,
    tool: { kind: 'shell', name: 'Bash', native_name: 'Bash', command },
    tool_input: { command },
  };
}
