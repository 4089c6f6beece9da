import type { EditEntry } from './edits.ts';

/** A patch in the `*** Begin Patch` format. All its lines together, joined by newlines, are its text. */
export interface Patch {
  /** Up to the line that begins the patch. */
  readonly head: readonly string[];
  readonly sections: readonly Section[];
  /** From the line that ends it. */
  readonly tail: readonly string[];
}

/** What a patch does to one file. */
export interface Section {
  readonly action: 'Add' | 'Update' | 'Delete';
  readonly path: string;
  /** Where an update moves the file; null = it stays. */
  readonly movedTo: string | null;
  /** The text of a new file. */
  readonly content: string;
  /** The changes of an update, in order. */
  readonly hunks: readonly Hunk[];
  readonly lines: readonly string[];
}

/** One change. `head` and `tail` are its lines about its place. */
interface Hunk extends Draft {
  readonly edit: EditEntry;
}

interface Draft {
  readonly head: string[];
  readonly body: string[];
  readonly tail: string[];
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
/** What some models write around a patch, and the tools that apply it remove. */
const WRAPPER = /^(?:%%bash|```\w*|EOF|(?:apply_patch )?<<\s*(['"]?)EOF\1)?$/;
/** A character that one tool or another takes for a blank. */
const BLANK = '[\\s\\x1c-\\x1f\\x85]';
const IS_PADDED = new RegExp(`^${BLANK}|${BLANK}$`);
/** A line that one tool or another takes for a marker. */
const MARKER = new RegExp(
  `^${BLANK}*(?:\\*{3}${BLANK}*(?:(?:begin|end) patch|(?:add|update|delete) file|move to|end of file|environment id)|@@(?:\\s|$))`,
  'i',
);

/**
 * Parses a patch; null = tools that apply it may read it in different ways. Pure, linear.
 *
 * Stricter than those tools, which differ in the blanks, indented markers and lines without a sign that they accept.
 *
 * Source: the parsers of Codex (both of 2026), OpenClaw, OpenCode and Cline.
 */
export function parsePatch(text: string): Patch | null {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  const around = [...lines.slice(0, Math.max(0, begin)), ...lines.slice(end + 1)];
  if (begin < 0 || end < begin || !around.every((line) => WRAPPER.test(line.trim()))) return null;
  const starts = [...lines.keys()].filter((at) => at > begin && at < end && HEADER.test(bare(lines[at])));
  if (starts[0] !== begin + 1) return null;
  const sections: Section[] = [];
  for (const [index, start] of starts.entries()) {
    const section = parseSection(lines.slice(start, starts[index + 1] ?? end));
    if (section === null) return null;
    sections.push(section);
  }
  return { head: lines.slice(0, begin + 1), sections, tail: lines.slice(end) };
}

/** The text of a patch. */
export function writePatch({ head, sections, tail }: Patch): string {
  return [...head, ...sections.flatMap(({ lines }) => lines), ...tail].join('\n');
}

function parseSection(lines: readonly string[]): Section | null {
  const [, action, path = ''] = HEADER.exec(bare(lines[0])) ?? [];
  const movedTo = action === 'Update' ? (MOVE.exec(bare(lines[1]))?.[1] ?? null) : null;
  const last = lines.findLastIndex((line) => bare(line) !== '');
  const body = lines.slice(movedTo === null ? 1 : 2, last + 1);
  const section = { path, movedTo, content: '', hunks: [], lines };
  if (IS_PADDED.test(path) || IS_PADDED.test(movedTo ?? '') || lines.some(hasReturnInside)) return null;
  if (action === 'Add' && body.every((line) => line.startsWith('+')))
    return { ...section, action, content: body.map((line) => `${bare(line).slice(1)}\n`).join('') };
  if (action === 'Delete' && body.length === 0) return { ...section, action };
  const hunks = action === 'Update' && body.length > 0 ? parseHunks(body) : [];
  if (action !== 'Update' || hunks === null || (hunks.length === 0 && movedTo === null)) return null;
  return { ...section, action, hunks };
}

function parseHunks(lines: readonly string[]): readonly Hunk[] | null {
  const drafts: Draft[] = [];
  const begin = (): Draft => {
    const draft: Draft = { head: [], body: [], tail: [] };
    drafts.push(draft);
    return draft;
  };
  for (const written of lines) {
    const line = bare(written);
    const last = drafts.at(-1);
    const open = last !== undefined && last.tail.length === 0 ? last : null;
    const isPlace = line === '@@' || line.startsWith('@@ ');
    if (isPlace || (line === '' && !open?.body.length)) {
      (open === null || open.body.length > 0 ? begin() : open).head.push(written);
    } else if (line === '*** End of File') {
      if (!open?.body.length) return null;
      open.tail.push(written);
    } else {
      if (MARKER.test(line) || !/^(?:[ +-]|$)/.test(line)) return null;
      (open ?? begin()).body.push(written);
    }
  }
  return drafts.every(({ body }) => body.length > 0)
    ? drafts.map((draft) => ({ ...draft, edit: editOf(draft) }))
    : null;
}

/** Blank lines at the end belong to no text: tools ignore them there. */
function editOf({ body }: Draft): EditEntry {
  const lines = body.slice(0, body.findLastIndex((line) => bare(line) !== '') + 1).map(bare);
  const without = (sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  return { old_string: without('+'), new_string: without('-') };
}

/** The lines of a section after a change: of its file, of the text of a new file, or of its edits, one for each hunk. */
export function changeSection(
  section: Section,
  {
    path,
    content,
    edits,
  }: { readonly path: string; readonly content: string; readonly edits: readonly EditEntry[] },
): Section {
  const { action, hunks, lines } = section;
  const [header = '', ...rest] = lines;
  const eol = header.endsWith('\r') ? '\r' : '';
  const first = path === section.path ? header : `*** ${action} File: ${path}${eol}`;
  if (action === 'Add' && content !== section.content) {
    const added = signed('+', linesOf(content.replace(/\n$/, ''), content));
    return { ...section, lines: [first, ...added.map((line) => `${line}${eol}`)] };
  }
  if (action !== 'Update') return { ...section, lines: [first, ...rest] };
  const changed = hunks.flatMap(({ head, body, tail, edit }, index) => {
    const { old_string: before = '', new_string: after = '' } = edits[index] ?? {};
    if (before === edit.old_string && after === edit.new_string) return [...head, ...body, ...tail];
    const old = body.filter((line) => !line.startsWith('+')).map((line) => bare(line).slice(1));
    const lines = changeLines(before === edit.old_string ? old : linesOf(before), linesOf(after));
    return [...head, ...lines.map((line) => `${line}${eol}`), ...tail];
  });
  return { ...section, lines: [first, ...rest.slice(0, section.movedTo === null ? 0 : 1), ...changed] };
}

/** Lines at both ends that stay are context. */
function changeLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const stay = [before.slice(0, start), before.slice(before.length - end)].map((lines) => signed(' ', lines));
  const old = signed('-', before.slice(start, before.length - end));
  return [
    ...(stay[0] ?? []),
    ...old,
    ...signed('+', after.slice(start, after.length - end)),
    ...(stay[1] ?? []),
  ];
}

function linesOf(text: string, whole: string = text): readonly string[] {
  return whole === '' ? [] : text.split('\n');
}

function signed(sign: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${sign}${line}`);
}

function bare(line = ''): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function hasReturnInside(line: string): boolean {
  return bare(line).includes('\r');
}

const HEADERS = ['*** add file:', '*** update file:', '*** delete file:', '*** move to:'] as const;

/**
 * Every path that a patch may name, in order, each once.
 *
 * As tolerant as any tool that applies it: blanks around a header and its letter case do not matter. So a context line that
 * reads like a header counts too, which only makes a guard run more often.
 */
export function patchPaths(patch: string): string[] {
  const paths = new Set<string>();
  for (const line of patch.split(/[\r\n]+/)) {
    const trimmed = line.replace(LEADING_BLANKS, '').trim();
    if (!trimmed.startsWith('***')) continue;
    const start = trimmed.slice(0, 20).toLowerCase();
    const header = HEADERS.find((each) => start.startsWith(each));
    if (header === undefined) continue;
    const path = trimmed.slice(header.length).trim();
    if (path !== '') paths.add(path);
  }
  return [...paths];
}

const LEADING_BLANKS = new RegExp(`^${BLANK}+`);
