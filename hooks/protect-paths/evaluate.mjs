import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCall, readOptions } from './call.mjs';
import { findRejection } from './classify.mjs';
import { evaluateShell } from './evaluate-shell.mjs';
import { evaluateWithin } from './shell.generated.mjs';

const WRITING_TOOL = /write|edit|create|move|rename|delete|remove|append|patch|copy|save|replace|insert/i;
const PATH_KEY = /path|file|dest|source|target|uri|folder|directory|^(to|from|name)$/i;

/** The decision about a call: `{decision, reason}`; null = allowed. */
export function evaluateEvent(event, options = {}) {
  const { tool, cwd } = event;
  const settings = readOptions(options);
  const block = (reason) => ({ decision: 'block', reason });
  const guard = 'protect-paths';
  if (tool?.kind === 'shell') {
    const text = tool.command;
    if (typeof text !== 'string')
      return block('unreadable command: it is not a string. Pass the command as one string.');
    return evaluateWithin({ guard, length: text.length, block }, (budget) =>
      evaluateShell(text, cwd, makeCall(event, settings, budget)),
    );
  }
  const paths = tool?.kind === 'mcp' ? pathsOfMcp(tool, event.tool_input) : (tool?.paths ?? []);
  if (paths.length === 0 && tool?.kind !== 'mcp') {
    return block('unreadable call: it does not name the file that it changes. Pass the path of the file.');
  }
  const length = paths.reduce((sum, item) => sum + item.length, 0);
  return evaluateWithin({ guard, subject: 'call', length, block }, (budget) => {
    const call = makeCall(event, settings, budget);
    for (const item of paths.flatMap((text) => readingsOf(text, call))) {
      const found = findRejection(path.resolve(cwd, item), { kind: 'write', raw: joined(cwd, item) }, call);
      if (found !== null) return found;
    }
    return null;
  });
}

/** For some tools `~` is the home directory, for others the name of a directory. */
function readingsOf(text, { home }) {
  if (/^file:\/\//i.test(text)) {
    try {
      return [fileURLToPath(text)];
    } catch {
      return [text];
    }
  }
  return /^~(\/|$)/.test(text) ? [text, home + text.slice(1)] : [text];
}

/** The path with its `..`, which the system resolves after links. */
function joined(cwd, text) {
  return path.isAbsolute(text) ? text : `${cwd}/${text}`;
}

/** Arguments whose name suggests a path, of MCP tools whose name suggests a change. */
function pathsOfMcp({ mcp, native_name: native }, input) {
  if (!WRITING_TOOL.test(mcp?.tool ?? native ?? '')) return [];
  return Object.entries(input ?? {}).flatMap(([key, value]) => {
    if (!PATH_KEY.test(key)) return [];
    return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');
  });
}
