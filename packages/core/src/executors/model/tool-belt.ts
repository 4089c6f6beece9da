import type { JsonObject } from '../../events/json.ts';
import { listFolder } from './list-folder.ts';
import type { ModelTool } from './model-caller.ts';
import { readText } from './read-text.ts';
import { type CommandScene, commandLines, runCommandLine } from './run-command-line.ts';
import { searchFiles } from './search-files.ts';
import type { ToolResult } from './tool-result.ts';

/** What all tools of one run share. */
interface ToolScene extends CommandScene {
  /** The command lines of the manifest. */
  readonly commands: readonly string[];
}

/** One tool: what the model is told of it, and what it does. Never throws for what the model asks. */
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
    about: 'Lists a folder of the project: a slash behind folders, an @ behind links.',
    inputs: { path: { ...path, isOptional: true } },
    use: (input, { root }) => listFolder(root, textOf(input, 'path') ?? '.'),
  },
  read: {
    about: 'Reads a text file of the project, from a line on.',
    inputs: { path, line: { type: 'integer', about: 'The first line; default 1.', isOptional: true } },
    use: (input, { root }) => readText(root, textOf(input, 'path') ?? '', numberOf(input, 'line') ?? 1),
  },
  search: {
    about:
      'Finds lines that hold a text, in a file or everywhere below a folder. Plain text, no patterns; case counts.',
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

/** Whoever lists no commands has no tool that runs any. */
export function toolBelt(scene: ToolScene): ToolBelt {
  const table = commandLines(scene.commands).length === 0 ? reading : { ...reading, ...running };
  return {
    tools: Object.entries(table).map(([name, { about, inputs }]) => ({
      name,
      about,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(inputs).map(([key, one]) => [key, { type: one.type, description: one.about }]),
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
      const wrong = Object.entries(tool.inputs).find(([key, one]) => !fits(input[key], one));
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
