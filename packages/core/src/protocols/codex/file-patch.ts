import type { JsonObject } from '../../events/json.ts';
import { parsePatch } from '../../matching/files/patch.ts';
import { textOf } from '../fields.ts';

/** Codex has one tool that writes files; its argument `command` is a patch. */
export const PATCH_TOOL = 'apply_patch';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

/** The call of another agent that writes one file, as a patch; null = any other call. */
export function patchOf(tool: string, input: JsonObject): string | null {
  const path = textOf(input['file_path']);
  // A line break would begin another part of the patch.
  if (path === '' || /[\r\n]/.test(path)) return null;
  if (tool === 'Write')
    return [
      BEGIN,
      `*** Add File: ${path}`,
      ...signed('+', withoutLastBreak(textOf(input['content']))),
      END,
    ].join('\n');
  const edits = Array.isArray(input['edits']) ? (input['edits'] as readonly JsonObject[]) : [input];
  if (tool !== 'Edit' && tool !== 'MultiEdit') return null;
  const hunks = edits.flatMap((edit) => [
    '@@',
    ...signed('-', textOf(edit?.['old_string'])),
    ...signed('+', textOf(edit?.['new_string'])),
  ]);
  return [BEGIN, `*** Update File: ${path}`, ...hunks, END].join('\n');
}

/** The arguments that a changed patch means; null = it does something that this call cannot. */
export function patchBack(tool: string, input: JsonObject, patch: string): JsonObject | null {
  const [section, ...more] = patch.includes('\r') ? [] : (parsePatch(patch)?.sections ?? []);
  if (section === undefined || more.length > 0 || section.movedTo !== null) return null;
  const { action, path, hunks, content } = section;
  if (tool === 'Write' && action === 'Add') {
    const isWhole = textOf(input['content']).endsWith('\n');
    return { ...input, file_path: path, content: isWhole ? content : withoutLastBreak(content) };
  }
  const [only, ...rest] = hunks;
  if (tool !== 'Edit' || action !== 'Update' || only === undefined || rest.length > 0) return null;
  return { ...input, file_path: path, ...only.edit };
}

function signed(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${sign}${line}`);
}

function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
