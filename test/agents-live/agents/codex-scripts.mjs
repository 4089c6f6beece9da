import { codex } from './codex.mjs';

/** Codex with a model whose only tool is a script that calls the other tools. */
export const codexScripts = {
  ...codex,
  title: 'codex (scripts)',
  files: (places) => {
    const files = Object.entries(codex.files(places));
    return Object.fromEntries(files.map(([name, text]) => [name, text.replace('gpt-5.5', 'gpt-6-sol')]));
  },
  more: () => [],
  compacting: () => [],
  task: undefined,
  shell: { tool: 'exec', input: (cmd) => scriptOf('exec_command', { cmd }) },
  read: { tool: 'exec', input: (path) => scriptOf('exec_command', { cmd: `cat ${path}` }) },
  edit: { tool: 'exec', input: (...given) => scriptOf('apply_patch', codex.edit.input(...given)) },
  write: { tool: 'exec', input: (path, text) => scriptOf('apply_patch', codex.write.input(path, text)) },
};

function scriptOf(tool, input) {
  return `text(JSON.stringify(await tools.${tool}(${JSON.stringify(input)})));`;
}
