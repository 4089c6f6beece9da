import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRefusal } from './classify.mjs';
import { evaluateShell } from './judge-shell.mjs';
import { makePlaces, readOptions } from './places.mjs';
import { evaluateWithin } from './shell.generated.mjs';

const WRITING_TOOL = /write|edit|create|move|rename|delete|remove|append|patch|copy|save|replace|insert/i;
const PATH_KEY = /path|file|dest|source|target|uri|folder|directory|^(to|from|name)$/i;

/** What speaks against a call: `{decision, reason}`; null where nothing does. */
export function evaluateEvent(event, options = {}) {
  const { tool, cwd } = event;
  const settings = readOptions(options);
  const block = (reason) => ({ decision: 'block', reason });
  const guard = 'protect-paths';
  if (tool?.kind === 'shell') {
    const text = tool.command;
    if (typeof text !== 'string') return block('unreadable command: there is no text to look at.');
    return evaluateWithin({ guard, length: text.length, block }, (budget) =>
      evaluateShell(text, cwd, makePlaces(event, settings, budget)),
    );
  }
  const paths = tool?.kind === 'mcp' ? pathsOfMcp(tool, event.tool_input) : (tool?.paths ?? []);
  if (paths.length === 0 && tool?.kind !== 'mcp') {
    return block('unreadable call: it does not say which file it changes.');
  }
  const length = paths.reduce((sum, one) => sum + one.length, 0);
  return evaluateWithin({ guard, what: 'call', length, block }, (budget) => {
    const places = makePlaces(event, settings, budget);
    for (const one of paths.flatMap((text) => readingsOf(text, places))) {
      const found = findRefusal(path.resolve(cwd, one), { kind: 'write', raw: joined(cwd, one) }, places);
      if (found !== null) return found;
    }
    return null;
  });
}

/** To some tools `~` is the home folder, to others a folder's name. */
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

/** With its `..`, which the system resolves behind links. */
function joined(cwd, text) {
  return path.isAbsolute(text) ? text : `${cwd}/${text}`;
}

/** Arguments that look like paths, of MCP tools whose name says that they change something. */
function pathsOfMcp({ mcp, native_name: native }, input) {
  if (!WRITING_TOOL.test(mcp?.tool ?? native ?? '')) return [];
  return Object.entries(input ?? {}).flatMap(([key, value]) => {
    if (!PATH_KEY.test(key)) return [];
    return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '');
  });
}
