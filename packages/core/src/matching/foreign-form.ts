import type { CompiledCondition } from './condition.ts';
import { kindOfName } from './tool-view.ts';

interface ForeignForm {
  /** What is wrong, as a clause without a full stop. */
  readonly detail: string;
  /** What to write, as a clause in the imperative. */
  readonly fix: string;
}

/**
 * What permission rules of other systems may be and a condition is not: it would be read, and mean hardly anything. Null for every other one.
 */
export function findForeignForm({ name, glob }: CompiledCondition): ForeignForm | null {
  const kind = kindOfName(name);
  if (kind === 'shell' && glob?.endsWith(':*')) {
    const start = glob.slice(0, -2);
    return {
      detail: 'its `:*` wants a colon in the command, and does not mean any rest',
      fix: `write \`${name}(${start}*)\`, or \`${name}(${start}:**)\` where the colon is meant`,
    };
  }
  if (kind === 'web' && glob?.startsWith('domain:')) {
    return {
      detail: 'its glob is compared with the whole URL, which does not start with `domain:`',
      fix: `write \`${name}(https://${glob.slice('domain:'.length)}/*)\``,
    };
  }
  if (kind !== null || !name.startsWith('mcp__')) return null;
  return { detail: 'it names a server and no tool of it', fix: 'name the tool: `mcp__server__tool`' };
}
