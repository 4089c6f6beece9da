import { agentNames } from '@hookmd/agents';
import { isEventName, isJsonObject, parseJson } from '@hookmd/core/events';
import type { Context } from '../../command-line/context.ts';
import { runProgram } from '../../programs/run-program.ts';

const TIMEOUT_MS = 60_000;
/** A scan reads months of histories. */
const SCAN_TIMEOUT_MS = 30 * 60_000;
/** A scan ends its hooks and removes their directory. */
const KILL_AFTER_MS = 3000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The options that locate hooks and settings. */
const PLACES = ['project', 'root', 'settings', 'skill', 'home', 'state'];
const ID = /^[0-9a-f]{8,32}$/;

/** A command that the page may run: it reads, and prints one JSON object. */
interface PageCommand {
  readonly words: readonly string[];
  readonly stdin?: string;
  readonly timeoutMs?: number;
}

/**
 * Every command that the page can run, by method and path; null = the request is wrong. None of them approves, enables or changes
 * anything, and nothing of a request becomes an option: values are one of a list, or go to standard input.
 */
const pageCommands: Readonly<Record<string, (query: URLSearchParams, body: string) => PageCommand | null>> = {
  'GET /api/hooks': () => ({ words: ['list', '--all'] }),
  'GET /api/agents': () => ({ words: ['agents'] }),
  'GET /api/doctor': (query) => {
    const agent = agentNames.find((name) => name === query.get('agent'));
    return agent === undefined ? null : { words: ['doctor', agent] };
  },
  'GET /api/trace': (query) => {
    const id = query.get('id') ?? '';
    return ID.test(id) ? { words: ['trace', id] } : null;
  },
  'POST /api/try': (_, body) => {
    const call = parseJson(body);
    if (!isJsonObject(call)) return null;
    const { event, payload } = call;
    if (typeof event !== 'string' || !isEventName(event) || !isJsonObject(payload)) return null;
    return { words: ['try', '--event', event], stdin: JSON.stringify(payload) };
  },
  'POST /api/scan': () => ({ words: ['scan'], timeoutMs: SCAN_TIMEOUT_MS }),
};

/** What a request gets: a status, and one JSON object. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Whether the page can run a command by this method and path. */
export function isPageCommand(route: string): boolean {
  return Object.hasOwn(pageCommands, route);
}

/**
 * Runs the command of a request as a process of its own, so that the page shows what `--json` prints, and a slow one delays no event.
 * An abort ends it.
 */
export async function runPageCommand(
  { environment, cwd, options }: Pick<Context, 'environment' | 'cwd' | 'options'>,
  route: string,
  request: { readonly query: URLSearchParams; readonly body: string; readonly signal: AbortSignal },
): Promise<Reply> {
  const command = pageCommands[route]?.(request.query, request.body) ?? null;
  if (command === null) return problem(400, 'The request is not one of the page.');
  const places = PLACES.flatMap((name) => options.texts(name).map((value) => `--${name}=${value}`));
  const result = await runProgram({
    program: process.execPath,
    args: [process.argv[1] ?? '', ...command.words, ...places, '--json'],
    cwd,
    environment,
    passes: Object.keys(environment),
    stdin: command.stdin ?? '',
    timeoutMs: command.timeoutMs ?? TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: request.signal,
    killAfterMs: KILL_AFTER_MS,
  });
  const body = result.stdout.toString('utf8');
  const document = parseJson(body);
  if (!isJsonObject(document)) {
    const detail = result.stderr.toString('utf8').trim() || result.end;
    return problem(500, `\`hooks ${command.words.join(' ')}\` printed no result: ${detail}`);
  }
  return { status: document['schema'] === 'hookmd.error/1' ? 422 : 200, body };
}

/** An error in the shape of `--json`. */
export function problem(status: number, message: string): Reply {
  const error = { schema: 'hookmd.error/1', code: 'PAGE', message, remedy: 'Reload the page.' };
  return { status, body: JSON.stringify(error) };
}
