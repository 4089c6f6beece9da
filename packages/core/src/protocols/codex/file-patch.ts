import type { JsonObject } from '../../events/json.ts';
import { textOf } from '../fields.ts';

/** Codex has one tool that writes files; its argument `command` is a patch. */
export const PATCH_TOOL = 'apply_patch';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const HEADER = /^\*\*\* (Add|Update) File: (.*)$/;

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
  const edits =
    tool === 'MultiEdit' && Array.isArray(input['edits'])
      ? (input['edits'] as readonly JsonObject[])
      : [input];
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
  const [begin, header = '', ...rest] = patch.trim().split('\n');
  const [, action, path] = HEADER.exec(header) ?? [];
  const body = rest.slice(0, -1);
  if (
    begin !== BEGIN ||
    rest.at(-1) !== END ||
    path === undefined ||
    body.some((line) => line.startsWith('***'))
  )
    return null;
  if (tool === 'Write' && action === 'Add' && body.every((line) => line.startsWith('+'))) {
    const content = body.map((line) => line.slice(1)).join('\n');
    const ending = textOf(input['content']).endsWith('\n') ? '\n' : '';
    return { ...input, file_path: path, content: `${content}${ending}` };
  }
  const lines = body[0]?.startsWith('@@') === true ? body.slice(1) : body;
  if (tool !== 'Edit' || action !== 'Update' || lines.some((line) => !/^[ +-]/.test(line))) return null;
  const without = (sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  return { ...input, file_path: path, old_string: without('+'), new_string: without('-') };
}

function signed(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${sign}${line}`);
}

function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
