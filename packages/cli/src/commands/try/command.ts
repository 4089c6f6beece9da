import { resolve } from 'node:path';
import { type EventName, eventNames, type JsonObject } from '@hookmd/core/events';
import { cleanLine } from '@hookmd/core/text';
import type { Command, ExitCode } from '../../command-line/command.ts';
import type { Context } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { eventNamed, exitCodeOf, interrupted, readPayload } from '../../run/run-event.ts';
import { tryEvent } from './try-event.ts';
import { showTrial, trialJson } from './view.ts';

export const command: Command = {
  name: 'try',
  usage: '[...command]',
  about:
    'Show what your hooks decide about a call. Hooks really run: what they write or send, they write or send. HookMD records nothing.',
  options: [
    { flags: '--edit <file>', about: 'the agent edits this file' },
    { flags: '--write <file>', about: 'the agent writes this file' },
    { flags: '--read <file>', about: 'the agent reads this file' },
    { flags: '--content <text>', about: 'the new text, with `--edit` or `--write`' },
    { flags: '--prompt <text>', about: 'the user submits this prompt' },
    { flags: '--event <name>', about: 'any event; reads the payload from standard input' },
  ],
  offers: { file: { kind: 'files' }, event: { kind: 'words', words: eventNames } },
  examples: [
    "hooks try 'git push -f'",
    'hooks try --edit src/a.ts',
    "hooks try --prompt 'Deploy it'",
    'hooks try --event Stop < payload.json',
  ],
  async run(context) {
    const { event, payload } = await callOf(context);
    const signal = interrupted();
    const trial = await tryEvent(context, event, payload, signal);
    if (context.isJson) context.print(trialJson(trial));
    else showTrial(context, payload, trial);
    return signal.aborted ? 130 : exitCodeOf(trial.decision);
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

/** The tool calls with a file, by their option, as Claude Code sends them. */
const fileCalls: Readonly<
  Record<string, { readonly tool: string; readonly input: (path: string, content: string) => JsonObject }>
> = {
  edit: {
    tool: 'Edit',
    input: (path, content) => ({ file_path: path, old_string: '', new_string: content }),
  },
  write: { tool: 'Write', input: (path, content) => ({ file_path: path, content }) },
  read: { tool: 'Read', input: (path) => ({ file_path: path }) },
};

interface Call {
  readonly event: EventName;
  readonly payload: JsonObject;
}

/** The event that the arguments describe. Throws USAGE. */
async function callOf(context: Context): Promise<Call> {
  const { options, words } = context;
  const given = [
    ...(words[0] === undefined ? [] : ['A shell command']),
    ...[...Object.keys(fileCalls), 'prompt', 'event']
      .filter((name) => options.has(name))
      .map((name) => `\`--${name}\``),
  ];
  if (given.length === 0)
    throw usage(
      '`hooks try` needs a call',
      "Write `hooks try 'git push -f'` for a shell command, or `hooks try --edit src/a.ts`; `hooks try --help` lists all.",
    );
  if (words.length > 1)
    throw usage(
      `The shell command is ${words.length} words`,
      `Write it in quotes: \`hooks try '${cleanLine(words.join(' '))}'\`.`,
    );
  if (given.length > 1) throw usage(`${given.join(' and ')} exclude each other`, 'Try one call at a time.');
  if (options.has('content') && !options.has('edit') && !options.has('write'))
    throw usage('`--content` is the new text of a file', 'Add `--edit FILE` or `--write FILE`.');
  const [command] = words;
  if (command !== undefined) return beforeTool('Bash', { command });
  for (const [name, call] of Object.entries(fileCalls)) {
    const file = options.text(name);
    if (file !== undefined)
      return beforeTool(call.tool, call.input(resolve(context.cwd, file), options.text('content') ?? ''));
  }
  const prompt = options.text('prompt');
  if (prompt !== undefined) return { event: 'UserPromptSubmit', payload: { prompt } };
  const event = await eventNamed(options.text('event') ?? '');
  return { event, payload: readPayload(context, event) };
}

function beforeTool(tool: string, input: JsonObject): Call {
  return { event: 'PreToolUse', payload: { tool_name: tool, tool_input: input } };
}
