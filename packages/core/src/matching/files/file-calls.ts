import { isAbsolute, resolve } from 'node:path';
import { areTexts, isSameJson, type JsonObject } from '../../events/json.ts';
import { findTool, isPatchTool, patchTexts, viewTool } from '../tool-view.ts';
import { areEdits, changedEdits, type EditEntry, joinEdits } from './edits.ts';
import { changeSection, parsePatch, type Section, writePatch } from './patch.ts';

/** A call as its event has it. */
interface WholeCall {
  readonly toolName: string;
  readonly nativeName: string;
  readonly input: JsonObject;
  readonly cwd: string;
  /** The call has ended. */
  readonly isDone: boolean;
  /** The path of one file is made absolute too. */
  readonly resolvesPaths: boolean;
}

/** What a call does to one file, as a call of Claude Code's tools. */
export interface FileCall {
  readonly toolName: string;
  /** The path in it is absolute, unless tools differ in what they make of it. */
  readonly input: JsonObject;
  /** The file as the agent wrote it, where the call may be about others too; else null. */
  readonly file: string | null;
}

/** A call as the calls of single files that it is. */
export interface FileCalls {
  readonly calls: readonly FileCall[];
  /** The input of the whole call with a change of one; null = there is no such input. */
  change(index: number, input: JsonObject): JsonObject | null;
}

interface Part extends FileCall {
  /** The inputs of the whole call and of this part after a change of the part; null = the call cannot express it. */
  readonly write: (changed: JsonObject) => { readonly input: JsonObject; readonly part: JsonObject } | null;
}

const NO_TEXTS = { old_string: '', new_string: '' };
/** What some tools expand or read as an address. */
const READ_BY_SOME = /^(?:[~@$]|[a-z][a-z0-9+.-]*:)/i;

/**
 * The calls of single files that a call is, each with an absolute path; null = hooks get it as it is. Pure.
 *
 * Of a patch: a new file is a `Write`, a changed or deleted one an `Edit`, and a moved one an `Edit` of both paths. After the
 * call, what is gone is a `Delete`, and of a moved file only the new path is left. A patch that tools may read in different ways
 * is an `Edit` of every path in it, with its whole text.
 */
export function splitFiles(whole: WholeCall): FileCalls | null {
  const parts = partsOf(whole);
  if (parts === null) return null;
  return {
    calls: parts,
    change(index, changed) {
      const written = parts[index]?.write(changed) ?? null;
      if (written === null) return null;
      const { input, part } = written;
      const after = partsOf({ ...whole, input }) ?? [{ input }];
      return after.length === parts.length && isSameJson(after[index]?.input, part) ? input : null;
    },
  };
}

function partsOf(whole: WholeCall): readonly Part[] | null {
  const { toolName, nativeName, input } = whole;
  if (isPatchTool(toolName)) return patchParts(whole);
  if (toolName === 'MultiEdit' && nativeName !== toolName) return editParts(whole);
  const key = findTool(toolName)?.path;
  if (key === undefined || findTool(toolName)?.kind === 'search') return null;
  const path = input[key];
  if (areTexts(path) && path.length > 0) return listParts(whole, key, path);
  return typeof path === 'string' && path !== '' ? pathPart(whole, key, path) : null;
}

function patchParts(whole: WholeCall): readonly Part[] | null {
  const { toolName, input, cwd } = whole;
  const texts = patchTexts(input);
  const [[key, text] = ['', '']] = texts;
  const patch = texts.length === 1 && input[key] === text ? parsePatch(text) : null;
  const groups = patch === null ? null : groupSections(patch.sections, cwd);
  if (patch !== null && groups !== null) {
    const writeSections = (changed: ReadonlyMap<Section, Section>): JsonObject => {
      const sections = patch.sections.map((section) => changed.get(section) ?? section);
      return { ...input, [key]: writePatch({ ...patch, sections }) };
    };
    return groups.flatMap((group) => sectionPart(group, whole, writeSections));
  }
  const { paths } = viewTool(toolName, toolName, input);
  const shown = { ...input, old_string: '', new_string: texts.map(([, each]) => each).join('\n') };
  return paths.length === 0
    ? null
    : paths.map((file) => ({
        toolName: 'Edit',
        input: { ...shown, file_path: absolute(file, cwd) },
        file,
        write: () => null,
      }));
}

/** The sections about one file, under the path as it is written. */
interface Group {
  readonly file: string;
  readonly sections: readonly Section[];
}

/** Null = it is unclear what several sections about one file come to. */
function groupSections(sections: readonly Section[], cwd: string): readonly Group[] | null {
  const groups = new Map<string, { file: string; sections: Section[] }>();
  for (const section of sections) {
    for (const file of [section.path, section.movedTo].filter((path) => path !== null)) {
      const key = resolve(cwd, file);
      const group = groups.get(key) ?? { file, sections: [] };
      groups.set(key, group);
      group.sections.push(section);
    }
  }
  const all = [...groups.values()];
  return all.every(({ sections: [first, second, ...more] }) => {
    if (second === undefined) return true;
    if (first?.action === 'Delete') return second.action === 'Add' && more.length === 0;
    return [first, second, ...more].every((each) => each?.action === 'Update' && each.movedTo === null);
  })
    ? all
    : null;
}

/** None for a path that is gone because its file was moved. */
function sectionPart(
  { file, sections }: Group,
  { cwd, isDone }: WholeCall,
  writeSections: (changed: ReadonlyMap<Section, Section>) => JsonObject,
): readonly Part[] {
  const last = sections.at(-1);
  if (last === undefined || (isDone && last.movedTo !== null && file !== last.movedTo)) return [];
  const shown = absolute(file, cwd);
  const edits = sections.flatMap((section) => section.hunks.map(({ edit }) => edit));
  const isGone = last.action === 'Delete' && isDone;
  const input = last.action === 'Add' ? { content: last.content } : isGone ? {} : editInput(edits);
  return [
    {
      toolName: last.action === 'Add' ? 'Write' : isGone ? 'Delete' : 'Edit',
      input: { file_path: shown, ...input },
      file,
      write(changed) {
        const { file_path: path, content = '' } = changed;
        const after = last.action === 'Update' ? changedEdits(edits, changed) : [];
        if (typeof path !== 'string' || typeof content !== 'string' || after === null) return null;
        const isMoved = path !== shown;
        if (isMoved && (sections.length > 1 || last.movedTo !== null)) return null;
        let at = 0;
        const changes = sections.map((section): [Section, Section] => {
          const target = {
            path: isMoved ? path : section.path,
            content,
            edits: after.slice(at, at + section.hunks.length),
          };
          at += section.hunks.length;
          return [section, changeSection(section, target)];
        });
        const texts: Readonly<Record<Section['action'], JsonObject>> = {
          Add: { content: endLine(content) },
          Update: editInput(after),
          Delete: {},
        };
        return { input: writeSections(new Map(changes)), part: { ...changed, ...texts[last.action] } };
      },
    },
  ];
}

/** A single pair of texts needs no list. */
function editInput(edits: readonly EditEntry[]): JsonObject {
  const [first = NO_TEXTS, ...more] = edits;
  return more.length === 0 ? first : joinEdits(edits);
}

/** The last line of a new file in a patch always ends. */
function endLine(content: string): string {
  return content === '' || content.endsWith('\n') ? content : `${content}\n`;
}

/** The edits of a tool that makes several at once, of one file or of those that they name. */
function editParts({ input, cwd }: WholeCall): readonly Part[] | null {
  const { file_path: path, edits: given, old_string, new_string, ...rest } = input;
  const listed = areEdits(given) ? given : [];
  const single = { old_string, new_string };
  const edits = areEdits([single]) ? [...listed, single as EditEntry] : listed;
  const isOfOne = typeof path === 'string';
  const fileOf = (edit: EditEntry): unknown => (isOfOne ? path : edit['file_path']);
  const files = edits.map(fileOf);
  if (!areTexts(files) || files.length === 0 || (given !== undefined && listed.length === 0)) return null;
  return onePerFile(files, cwd).map((file) => {
    const isOfFile = (edit: EditEntry): boolean => resolve(cwd, String(fileOf(edit))) === resolve(cwd, file);
    const group = edits.filter(isOfFile);
    const shown = absolute(file, cwd);
    return {
      toolName: 'Edit',
      input: { ...(isOfOne ? rest : {}), file_path: shown, ...joinEdits(group) },
      file: isOfOne ? null : file,
      write(changed) {
        const {
          file_path: target,
          old_string: _old,
          new_string: _new,
          edits: _edits,
          ...unchanged
        } = changed;
        const after = changedEdits(group, changed);
        if (after?.length !== group.length || (target !== shown && !isOfOne)) return null;
        const part = { ...changed, ...joinEdits(after) };
        if (isOfOne)
          return { input: { ...unchanged, file_path: target === shown ? file : target, edits: after }, part };
        const written = after.values();
        const all = edits.map((edit) => (isOfFile(edit) ? (written.next().value ?? edit) : edit));
        return { input: { ...input, edits: all }, part };
      },
    };
  });
}

function listParts(
  { toolName, input, cwd }: WholeCall,
  key: string,
  paths: readonly string[],
): readonly Part[] {
  return onePerFile(paths, cwd).map((file) => ({
    toolName,
    input: { ...input, [key]: absolute(file, cwd) },
    file,
    write: () => null,
  }));
}

/** Each file once, as it is written first. */
function onePerFile(paths: readonly string[], cwd: string): readonly string[] {
  const files = paths.map((path) => resolve(cwd, path));
  return paths.filter((_, index) => files.indexOf(files[index] ?? '') === index);
}

/** Before the call a deletion is an edit, which guards evaluate. */
function pathPart(whole: WholeCall, key: string, path: string): readonly Part[] | null {
  const { toolName, input, cwd, isDone, resolvesPaths } = whole;
  const shown = resolvesPaths ? absolute(path, cwd) : path;
  const isDeletion = toolName === 'Delete' && !isDone;
  if (shown === path && !isDeletion) return null;
  return [
    {
      toolName: isDeletion ? 'Edit' : toolName,
      input: { ...input, [key]: shown, ...(isDeletion ? NO_TEXTS : {}) },
      file: null,
      write(changed) {
        const input = { ...changed, [key]: changed[key] === shown ? path : changed[key] };
        return isDeletion ? null : { input, part: changed };
      },
    },
  ];
}

/** Where tools agree what a path is: from the directory of the call, and with every `..` in it, which links make ambiguous. */
function absolute(path: string, cwd: string): string {
  if (isAbsolute(path) || READ_BY_SOME.test(path)) return path;
  return `${cwd === '/' ? '' : cwd}/${path.replace(/^(?:\.\/+)+/, '')}`;
}
