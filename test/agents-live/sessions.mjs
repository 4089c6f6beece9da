/** The sessions that `record.mjs` plays with each agent: the prompt, the calls of the model, and those of a sub-agent. */
import path from 'node:path';

const PROMPT = 'Do what there is to do, then stop.';
const TASK = 'Look around, then report.';

export function sessionsOf(agent, stage) {
  const at = (file) => path.join(stage.project, file);
  const run = (command) => callOf(agent.shell, command);
  const tools = [
    run('echo hello'),
    callOf(agent.write, at('made.txt'), 'first\n'),
    callOf(agent.read, at('made.txt')),
    callOf(agent.edit, at('made.txt'), 'first', 'second'),
    run('cat missing.txt'),
    callOf(agent.read, at('missing.txt')),
    run('touch written.txt'),
    run('exit 3'),
    ...(agent.more?.(at) ?? []),
    // Last: a block ends the run of some agents.
    run('rm -rf victim'),
  ];
  const words = (scene, prompt = PROMPT) => agent.words(prompt, { ...stage, scene });
  const one = { title: 'tools', words: words('tools'), calls: tools };
  const inside = {
    prompt: PROMPT,
    task: TASK,
    calls: [run('echo inside'), run('rm -rf victim/kept.txt victim')],
  };
  const other =
    agent.task === undefined
      ? []
      : [
          {
            title: 'subagent',
            words: words('subagent'),
            calls: [callOf(agent.task, TASK), run('echo after')],
            subagent: inside,
          },
        ];
  return [one, ...other, ...(agent.compacting?.(words, run) ?? [])];
}

function callOf({ tool, namespace, input }, ...given) {
  return { name: tool, namespace, input: input(...given) };
}
