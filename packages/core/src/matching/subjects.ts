import { type ShellSplit, splitShell } from '@hookmd/shell';
import type { ToolKind, ToolView } from '../events/event.ts';
import { type PathForms, pathForms } from './path-forms.ts';
import { findTool, readArgument } from './tool-view.ts';

/** A tool call for conditions. `input` is the canonical input at the time of the evaluation. */
export interface ToolCall {
  readonly toolName: string;
  readonly view: ToolView;
  readonly input: unknown;
  /** Absolute. */
  readonly cwd: string;
  readonly home: string;
}

/** What globs are compared with; `unreadable` if the call does not reveal it, so that a guard must run. */
export type Subjects =
  | { readonly kind: 'paths'; readonly paths: readonly PathForms[] }
  /** `certain` is what the call means in every reading: rules that allow use only this. */
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly certain: readonly string[] }
  | { readonly kind: 'shell'; readonly command: string; readonly split: ShellSplit }
  | { readonly kind: 'unreadable' };

/** Longer names exist on no system we know, and need not be compared. */
const MAX_PATH_LENGTH = 4_096;

const UNREADABLE: Subjects = { kind: 'unreadable' };

/** The last call: many conditions are evaluated on one event, one after another. */
let lastCall: ToolCall | null = null;
let lastSubjects: Subjects = UNREADABLE;

/** Splits, resolves and encodes once per call. Views and inputs are replaced when they change, so identity is enough. */
export function subjectsOf(call: ToolCall): Subjects {
  // First, and without storing anything: a thousand conditions of one event come by here.
  if (lastCall === call) return lastSubjects;
  if (lastCall === null || !isSame(lastCall, call)) lastSubjects = readSubjects(call);
  lastCall = call;
  return lastSubjects;
}

function isSame(known: ToolCall, call: ToolCall): boolean {
  return (
    known.view === call.view &&
    known.input === call.input &&
    known.toolName === call.toolName &&
    known.cwd === call.cwd &&
    known.home === call.home
  );
}

type Reader = (call: ToolCall) => Subjects;

const READERS: Readonly<Record<ToolKind, Reader>> = {
  shell: readShell,
  read: readPaths,
  edit: readPaths,
  write: readPaths,
  search: readSearch,
  web: readWeb,
  mcp: readInput,
  agent: readInput,
  other: readInput,
};

/** An unknown kind from elsewhere is read as any other input. */
function readSubjects(call: ToolCall): Subjects {
  if (findTool(call.toolName)?.isOpaque === true) return UNREADABLE;
  const read: Reader = Object.hasOwn(READERS, call.view.kind) ? READERS[call.view.kind] : readInput;
  return read(call);
}

function readShell({ view: { command } }: ToolCall): Subjects {
  return command === null ? UNREADABLE : { kind: 'shell', command, split: splitShell(command) };
}

/** The directory that is searched, unless it is the base; then the pattern. */
function readSearch(call: ToolCall): Subjects {
  const paths = readPaths(call);
  if (paths.kind === 'paths' && paths.paths.some((path) => path.cwd !== '')) return paths;
  const pattern = readRowArgument(call, 'pattern');
  return pattern === null ? paths : asTexts(pattern);
}

function readWeb(call: ToolCall): Subjects {
  const url = readRowArgument(call, 'url');
  if (url !== null) return { kind: 'texts', ...urlForms(url) };
  const query = readRowArgument(call, 'query');
  return query === null ? UNREADABLE : asTexts(query);
}

function readInput({ input }: ToolCall): Subjects {
  try {
    return asTexts(JSON.stringify(input) ?? '');
  } catch {
    return UNREADABLE;
  }
}

function readRowArgument({ toolName, input }: ToolCall, role: 'pattern' | 'url' | 'query'): string | null {
  const name = findTool(toolName)?.[role];
  const value = name === undefined ? undefined : readArgument(input, name);
  return typeof value === 'string' ? value : null;
}

function readPaths({ view, cwd, home }: ToolCall): Subjects {
  const paths = view.paths.flatMap((path) => pathForms(path, cwd, home));
  const isReadable = paths.length > 0 && paths.every((path) => path.root.length <= MAX_PATH_LENGTH);
  return isReadable ? { kind: 'paths', paths } : UNREADABLE;
}

function asTexts(text: string): Subjects {
  return { kind: 'texts', texts: [text], certain: [text] };
}

/** Spellings of one address. */
export interface UrlForms {
  /** All readings, for conditions on a site: any host in the URL, encrypted or not. */
  readonly texts: readonly string[];
  /**
   * As written, and as the network gets it: `HTTPS://Example.COM:443` is `https://example.com/`. Rules that allow use only
   * these.
   */
  readonly certain: readonly string[];
}

function urlForms(written: string): UrlForms {
  // What cannot be parsed may lead anywhere: no rule that allows covers it.
  const certain = URL.canParse(written) ? [written, new URL(written).href] : [];
  const site = parseSite(written);
  if (site === null) return { texts: [...new Set([written, ...certain])], certain };
  site.username = '';
  site.password = '';
  // The root of all names may be written out: `example.com.`
  site.hostname = site.hostname.replace(/\.+$/, '');
  const plain = site.href;
  site.protocol = 'https:';
  return { texts: [...new Set([written, ...certain, plain, site.href])], certain };
}

/** Many tools take an address without a scheme: `example.com/x`, `example.com:8080`, `//example.com`. Null for other schemes. */
function parseSite(written: string): URL | null {
  const text = written.trim();
  const isWeb = /^https?:/i.test(text);
  if (!isWeb && /^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(text)) return null;
  const full = isWeb ? text : `http://${text.replace(/^[\\/]+/, '')}`;
  return URL.canParse(full) ? new URL(full) : null;
}
