import type { AgentEvents } from '../agent-events.ts';

/**
 * The part that the modules have in common which we put into other agents: `ask(event, payload)` asks HookMD and gives what it
 * answers. Whatever goes wrong there is no opinion: neither a block nor an allow.
 *
 * `argv` is the command, program first, to which the event is added as its last word; it is started without a shell.
 */
export function askSource(argv: readonly string[], events: AgentEvents, budgetMs: number): string {
  const waits = Object.entries(events).map(([event, row]) => [event, row.budgetMs ?? budgetMs]);
  return `// Written by HookMD, which writes it anew: changes are lost.
import { spawn } from "node:child_process";

const COMMAND = ${JSON.stringify(argv)};
const WAITS = ${JSON.stringify(Object.fromEntries(waits))};

function ask(event, payload) {
  return new Promise((resolve) => {
    let said = '';
    let timer;
    const end = () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(said) ?? {});
      } catch {
        resolve({});
      }
    };
    // A throw would be a refusal to some agents: of a command that is too long, of a payload that is no JSON, without descriptors.
    try {
      const text = JSON.stringify({ hook_event_name: event, ...payload });
      const child = spawn(COMMAND[0], [...COMMAND.slice(1), event], { stdio: ['pipe', 'pipe', 'ignore'] });
      // What it has started may hold its output open.
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        end();
      }, WAITS[event]);
      child.on('error', end).on('close', end);
      child.stdin.on('error', () => {});
      child.stdout.setEncoding('utf8').on('data', (piece) => { said += piece; });
      child.stdin.end(text);
    } catch {
      end();
    }
  });
}

/** In place: whoever gave it goes on with the object that it has. */
function replace(object, other) {
  for (const key of Object.keys(object)) if (!Object.hasOwn(other, key)) delete object[key];
  // Not by assignment: a model may have called a key __proto__.
  for (const [key, value] of Object.entries(other)) {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
`;
}
