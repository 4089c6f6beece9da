import { join } from 'node:path';
import type { Decision, JsonObject } from '@hookmd/core/events';
import { changedInput } from '@hookmd/core/protocols';
import { type FormatRow, makeFormat } from './format.ts';
import type { AgentEvents, Integration } from './integration.ts';
import { makeIntegration } from './make-integration.ts';
import type { RegistrationFile } from './registration.ts';

const BUDGET_MS = 60_000;

export interface PluginRow extends Pick<FormatRow, 'tools' | 'mcpName' | 'events'> {
  readonly name: string;
  /** The files of the plugin, by name; `ask` is the source text that they start with. */
  readonly files: (prompt: string) => Readonly<Record<string, string>>;
}

/** An agent that runs plugins in its own process and starts no commands: the plugin of HookMD does. */
export function pluginIntegration({ name, files, ...row }: PluginRow): Integration {
  const { events, tools } = row;
  return makeIntegration({
    name,
    format: makeFormat({ ...row, writeDecision: writePluginOutput }),
    events,
    budgetMs: BUDGET_MS,
    tools: tools.names,
    plugin: (argv) => files(promptSource(argv, events, BUDGET_MS)),
    messageKey: 'message',
  });
}

/** The files of a plugin as `hooks attach` writes them. */
export function pluginFiles(
  agent: Integration,
  directory: string,
  argv: readonly string[],
): readonly RegistrationFile[] {
  return Object.entries(agent.plugin?.(argv) ?? {}).map(([name, text]) => ({
    kind: 'file',
    path: join(directory, name),
    text,
    isExecutable: false,
    event: null,
    isNamedAfterHookMD: true,
  }));
}

/**
 * What the plugins read, one key for each effect. `block` and `followUp` are texts, `input` and `output` are whole, `context` is for
 * the model, `message` for the user.
 */
function writePluginOutput(decision: Decision): JsonObject | null {
  const notes = [...decision.feedback, ...decision.context];
  const input = changedInput(decision);
  const reply: JsonObject = {
    ...(decision.decision === 'block' || decision.decision === 'ask'
      ? { block: decision.reason || 'blocked by a hook' }
      : {}),
    ...(input === null ? {} : { input }),
    ...(decision.output === null ? {} : { output: decision.output }),
    ...(notes.length > 0 ? { context: notes.join('\n\n') } : {}),
    ...(decision.followUps.length > 0
      ? { followUp: decision.followUps.join('\n\n') || 'a hook tells you to continue' }
      : {}),
    ...(decision.userMessages.length > 0 ? { message: decision.userMessages.join('\n') } : {}),
  };
  return Object.keys(reply).length > 0 ? reply : null;
}

/**
 * The source text that all plugins start with: `dispatch(event, payload)` starts `argv` without a shell and returns the decision. A
 * failure is no decision: the call is neither blocked nor allowed.
 */
export function promptSource(argv: readonly string[], events: AgentEvents, budgetMs: number): string {
  const waits = Object.entries(events).map(([event, row]) => [event, row.budgetMs ?? budgetMs]);
  return `// Written by HookMD. Do not edit: changes are overwritten.
import { spawn } from "node:child_process";

const COMMAND = ${JSON.stringify(argv)};
const WAITS = ${JSON.stringify(Object.fromEntries(waits))};

function dispatch(event, payload) {
  return new Promise((resolve) => {
    let output = '';
    let timer;
    const end = () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(output) ?? {});
      } catch {
        resolve({});
      }
    };
    // Some agents take a throw as a block: a command that is too long, a payload that is not JSON, no file descriptors.
    try {
      const text = JSON.stringify({ hook_event_name: event, ...payload });
      const child = spawn(COMMAND[0], [...COMMAND.slice(1), event], { stdio: ['pipe', 'pipe', 'ignore'] });
      // A child of it may keep its output open.
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        end();
      }, WAITS[event]);
      child.on('error', end).on('close', end);
      child.stdin.on('error', () => {});
      child.stdout.setEncoding('utf8').on('data', (piece) => { output += piece; });
      child.stdin.end(text);
    } catch {
      end();
    }
  });
}

/** In place: the caller keeps its object. */
function replace(object, other) {
  for (const key of Object.keys(object)) if (!Object.hasOwn(other, key)) delete object[key];
  // Not by assignment: a model may have called a key __proto__.
  for (const [key, value] of Object.entries(other)) {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
`;
}
