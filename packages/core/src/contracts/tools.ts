import type { HookEvent } from '../events/event.ts';
import { isJsonObject, isSameJson, type JsonValue } from '../events/json.ts';
import type { ContractVerdict } from './contract-verdict.ts';

/**
 * Judges what a hook would leave of the offered tools: each entry must be one of them as it is, or the name of one.
 * They stay in the host's order. Linear.
 */
export function judgeTools(event: HookEvent, proposal: readonly JsonValue[]): ContractVerdict {
  const offered = (event['tools'] ?? []) as readonly JsonValue[];
  const byName = new Map(offered.map((tool) => [nameOf(tool), tool]));
  const kept = new Set<string>();
  for (const tool of proposal) {
    const name = nameOf(tool);
    if (!byName.has(name)) return { violation: `added the tool ${name}, may only take tools away` };
    if (typeof tool !== 'string' && !isSameJson(tool, byName.get(name)))
      return { violation: `changed the tool ${name}, may only take tools away` };
    kept.add(name);
  }
  const tools = offered.filter((tool) => kept.has(nameOf(tool)));
  if (tools.length === offered.length) return { event, changed: [] };
  return { event: { ...event, tools }, changed: ['tools'] };
}

/** Hosts offer names, or objects with a name. */
function nameOf(tool: JsonValue): string {
  if (typeof tool === 'string') return tool;
  const name = isJsonObject(tool) ? tool['name'] : undefined;
  return typeof name === 'string' ? name : JSON.stringify(tool);
}
