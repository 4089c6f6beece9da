import { resolve } from 'node:path';
import type { JsonObject } from '../../events/json.ts';
import { readCommand } from '../../events/text.ts';
import { findProgram } from '../../launch/find-program.ts';
import { monotonicMs } from '../../process/clock.ts';
import { runProcess } from '../../process/process.ts';
import { notRunnable } from '../command.ts';
import type { ExecutorRequest } from '../executor.ts';
import { listDirectory, readText, searchFiles, type ToolResult } from './file-tools.ts';
import type { ModelTool } from './model-caller.ts';

/** What all tools of one run share. */
interface ToolScene extends CommandScene {
  /** The command lines of the manifest. */
  readonly commands: readonly string[];
}

/** One tool: its description for the model, and its effect. Never throws for what the model requests. */
interface Tool {
  readonly about: string;
  readonly inputs: Readonly<Record<string, ToolInput>>;
  use(input: JsonObject, scene: ToolScene): ToolResult | Promise<ToolResult>;
}

interface ToolInput {
  readonly type: 'string' | 'integer';
  readonly about: string;
  readonly isOptional?: true;
}

const path: ToolInput = { type: 'string', about: 'Relative to the project.' };

const reading: Readonly<Record<string, Tool>> = {
  list: {
    about: 'Lists a directory of the project, with a slash after directories and an @ after links.',
    inputs: { path: { ...path, isOptional: true } },
    use: (input, { root }) => listDirectory(root, textOf(input, 'path') ?? '.'),
  },
  read: {
    about: 'Reads a text file of the project, starting at a line.',
    inputs: { path, line: { type: 'integer', about: 'The first line; default 1.', isOptional: true } },
    use: (input, { root }) => readText(root, textOf(input, 'path') ?? '', numberOf(input, 'line') ?? 1),
  },
  search: {
    about:
      'Finds lines that contain a string, in a file or in a directory tree. Case-sensitive, no patterns.',
    inputs: {
      text: { type: 'string', about: 'What a line must hold.' },
      path: { ...path, isOptional: true },
    },
    use: (input, { root, signal }) =>
      searchFiles(root, textOf(input, 'text') ?? '', textOf(input, 'path') ?? '.', signal),
  },
};

const running: Readonly<Record<string, Tool>> = {
  run: {
    about:
      'Runs one of the commands you were given, exactly as it is written there, and shows what it printed.',
    inputs: { command: { type: 'string', about: 'The whole command line.' } },
    use: (input, scene) => runCommandLine(textOf(input, 'command') ?? '', scene),
  },
};

/** The tools of one run. */
export interface ToolBelt {
  readonly tools: readonly ModelTool[];
  use(name: string, input: JsonObject): Promise<ToolResult>;
}

/** Without listed commands there is no tool that runs any. */
export function toolBelt(scene: ToolScene): ToolBelt {
  const table = commandLines(scene.commands).length === 0 ? reading : { ...reading, ...running };
  return {
    tools: Object.entries(table).map(([name, { about, inputs }]) => ({
      name,
      about,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(inputs).map(([key, toolInput]) => [
            key,
            { type: toolInput.type, description: toolInput.about },
          ]),
        ),
        required: Object.keys(inputs).filter((key) => !inputs[key]?.isOptional),
        additionalProperties: false,
      },
    })),
    use: async (name, input) => {
      const tool = Object.hasOwn(table, name) ? table[name] : undefined;
      if (tool === undefined) {
        const names = [...Object.keys(table), 'StructuredOutput'].join(', ');
        const text = `There is no such tool; you have ${names}. You cannot start other agents, and need not: decide yourself.`;
        return { text, isError: true };
      }
      const wrong = Object.entries(tool.inputs).find(([key, item]) => !fits(input[key], item));
      if (wrong !== undefined)
        return { text: `\`${wrong[0]}\` must be of type ${wrong[1].type}. Nothing was done.`, isError: true };
      return tool.use(input, scene);
    },
  };
}

function fits(value: unknown, { type, isOptional }: ToolInput): boolean {
  if (value === undefined || value === null) return isOptional === true;
  return type === 'string' ? typeof value === 'string' : Number.isSafeInteger(value);
}

function textOf(input: JsonObject, key: string): string | undefined {
  const value = input[key];
  return typeof value === 'string' ? value : undefined;
}

function numberOf(input: JsonObject, key: string): number | undefined {
  const value = input[key];
  return typeof value === 'number' ? value : undefined;
}

/** The end of each stream, which describes the failure. */
const MAX_SHOWN_CHARACTERS = 8_000;

export interface CommandScene {
  /** The project, without links: where commands run. */
  readonly root: string;
  readonly commands: readonly string[];
  readonly request: ExecutorRequest;
  readonly signal: AbortSignal;
}

/** The words of each command that may be run; what cannot be split is none. */
function commandLines(commands: readonly string[]): readonly (readonly string[])[] {
  return commands.map(wordsOf).filter((words) => words !== null);
}

/** Runs a command of the manifest, word for word, as any command of a hook is run: no shell, its own group, every limit. */
async function runCommandLine(line: string, scene: CommandScene): Promise<ToolResult> {
  const words = wordsOf(line);
  const isListed = commandLines(scene.commands).some((item) => isSame(item, words));
  const [name, ...args] = words ?? [];
  if (!isListed || name === undefined) {
    const text = `Only these may be run, word for word: ${scene.commands.map((command) => `\`${command}\``).join(', ')}. Nothing was run.`;
    return { text, isError: true };
  }
  const { root, request, signal } = scene;
  const path = request.environment['PATH'] ?? '';
  const program = name.includes('/') ? resolve(root, name) : findProgram(name, path);
  if (program === null) return { text: `${name} is not installed here.`, isError: true };
  const argv = [program, ...args] as const;
  const problem = notRunnable({ ...request, argv, cwd: root });
  if (problem !== null)
    return { text: 'reason' in problem ? problem.reason : 'It cannot be run.', isError: true };
  const startedAt = monotonicMs();
  const result = await runProcess({
    argv,
    cwd: root,
    env: request.environment,
    stdin: '',
    timeoutMs: request.timeoutMs,
    signal,
    owner: request.owner,
  });
  const ended = result.end === 'exit' ? `exit code ${result.exitCode}` : `was stopped: ${result.end}`;
  const seconds = ((monotonicMs() - startedAt) / 1000).toFixed(1);
  const text = [
    `${ended}, after ${seconds} s`,
    ...shown('standard output', result.stdout),
    ...shown('standard error', result.stderr),
  ].join('\n');
  return { text, isError: false };
}

function wordsOf(line: string): readonly string[] | null {
  const reading = readCommand(line);
  return 'words' in reading ? reading.words : null;
}

function isSame(item: readonly string[], entry: readonly string[] | null): boolean {
  return entry !== null && item.length === entry.length && item.every((word, index) => word === entry[index]);
}

function shown(label: string, bytes: Buffer): readonly string[] {
  const text = bytes.toString('utf8').trim();
  if (text === '') return [];
  return [
    `${label}${text.length > MAX_SHOWN_CHARACTERS ? ', its end' : ''}:`,
    text.slice(-MAX_SHOWN_CHARACTERS),
  ];
}
