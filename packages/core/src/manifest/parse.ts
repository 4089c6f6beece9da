import matter from 'gray-matter';
import type { Issue } from '../errors/issue.ts';
import { isJsonObject, type JsonObject } from '../events/json.ts';
import {
  createIssueList,
  describeFound,
  type IssueList,
  type Locate,
  showText,
  type TextPlace,
} from '../yaml/issue-list.ts';
import { MAX_YAML_DEPTH, parseYaml, type YamlReading } from '../yaml/yaml.ts';
import { checkMatcherPattern } from './events.ts';
import { explainYaml } from './explain-yaml.ts';
import type { Manifest } from './manifest.ts';
import { type ManifestPlace, type PartialManifest, readManifest } from './read-manifest.ts';

const MAX_MANIFEST_BYTES = 65_536;

export interface ManifestReading {
  /** Null when an issue is an error. */
  readonly manifest: Manifest | null;
  /** All of them at once, in the order of their lines. */
  readonly issues: readonly Issue[];
  readonly partial: PartialManifest;
}

/**
 * Parses a HOOK.md. Pure: reads no file and runs nothing.
 *
 * Does not compile the pattern of a `matcher`: `checkManifest` does.
 */
export function parseManifest(bytes: Buffer, location: ManifestPlace): ManifestReading {
  return finish(draft(bytes, location));
}

/** The same, and compiles the pattern of `matcher`: for callers that show or accept a manifest. */
export async function checkManifest(bytes: Buffer, location: ManifestPlace): Promise<ManifestReading> {
  const drafted = draft(bytes, location);
  const problem = await checkMatcherPattern(drafted.manifest);
  if (problem !== null) drafted.issues.add('MANIFEST_MATCHER', problem, ['matcher']);
  return finish(drafted);
}

interface Draft {
  readonly manifest: Manifest | null;
  readonly partial: PartialManifest;
  readonly issues: IssueList;
}

function finish({ manifest, partial, issues }: Draft): ManifestReading {
  return { manifest: issues.hasErrors() ? null : manifest, issues: issues.sorted(), partial };
}

function draft(bytes: Buffer, location: ManifestPlace): Draft {
  const unread = createIssueList(location.path, null);
  const text = decode(bytes, unread);
  const opened = text === null ? null : openFrontMatter(text, unread);
  if (opened === null) {
    return {
      manifest: null,
      partial: { name: location.directoryName, description: '', events: [] },
      issues: unread,
    };
  }
  const issues = createIssueList(location.path, opened.locate);
  const { manifest, partial } = readManifest(opened.front, location, issues);
  return { manifest: manifest === null ? null : { ...manifest, body: opened.body }, partial, issues };
}

function decode(bytes: Buffer, issues: IssueList): string | null {
  if (bytes.length > MAX_MANIFEST_BYTES) {
    issues.add('MANIFEST_TOO_LARGE', { size: bytes.length, limit: MAX_MANIFEST_BYTES });
    return null;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, with the same message as for NUL.
  }
  issues.add('MANIFEST_NOT_TEXT', {});
  return null;
}

interface OpenedFront {
  readonly front: JsonObject;
  readonly locate: Locate;
  readonly body: string;
}

function openFrontMatter(text: string, issues: IssueList): OpenedFront | null {
  const reading = readFrontMatter(text);
  if ('fence' in reading) {
    if (reading.fence === 'unclosed') issues.add('MANIFEST_UNCLOSED', {}, reading.at);
    else issues.add('MANIFEST_NO_FRONT_MATTER', { found: reading.found }, { line: 1, column: 1 });
    return null;
  }
  const { yaml, body } = reading;
  if ('problems' in yaml) {
    const deep = yaml.problems.find(({ kind }) => kind === 'depth');
    if (deep !== undefined) issues.add('MANIFEST_TOO_DEEP', { limit: MAX_YAML_DEPTH }, deep);
    const syntax = yaml.problems.filter(({ kind }) => kind !== 'depth');
    for (const { detail, fix, ...at } of explainYaml(syntax, text))
      issues.add('MANIFEST_YAML', { detail, fix }, at);
    return null;
  }
  // Nothing but comments between the fences.
  const front = yaml.value ?? {};
  if (isJsonObject(front)) return { front, locate: yaml.locate, body };
  issues.add(
    'MANIFEST_YAML',
    {
      detail: `it is ${describeFound(front)}, not a mapping of keys`,
      fix: 'Write keys with values: `events: [PreToolUse]`.',
    },
    { line: 2, column: 1 },
  );
  return null;
}

const FENCE = '---';

/** gray-matter looks for comments with an expression that takes quadratic time on blank lines. */
const MAX_BLANK_LINES = 100;

/** The engines gray-matter knows, by every name it knows them by; `---js` would run what follows. */
const ENGINE_NAMES = ['javascript', 'js', 'json', 'coffee', 'coffeescript', 'cson', 'toml'];

export type FrontMatterReading =
  | { readonly yaml: YamlReading; readonly body: string }
  | { readonly fence: 'missing'; readonly found: string }
  | { readonly fence: 'unclosed'; readonly at: TextPlace };

/**
 * Splits a text with gray-matter into its front matter, parsed by `parseYaml`, and the Markdown below it.
 *
 * The first line (after an optional byte order mark) and the closing line are exactly `---`; LF and CRLF both end a line.
 * Anything else on the first line is rejected before gray-matter sees the text: it takes it for a language, and some
 * languages run. The only importer of gray-matter, which never gets a call without options: its cache would return an
 * empty success for the second reading of broken YAML.
 */
export function readFrontMatter(text: string): FrontMatterReading {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const firstLine = content.split(/\r?\n/, 1)[0] ?? '';
  if (firstLine !== FENCE)
    return { fence: 'missing', found: firstLine === '' ? 'empty' : `"${showText(firstLine)}"` };
  const tooBlank = findBlankRun(content);
  if (tooBlank !== null) {
    const problem = { kind: 'size', message: `more than ${MAX_BLANK_LINES} blank lines in a row` } as const;
    return { yaml: { problems: [{ ...problem, line: tooBlank, column: 1 }] }, body: '' };
  }

  let yaml: YamlReading = { value: {}, locate: () => ({ line: 1, column: 1 }) };
  const file = matter(content, {
    delimiters: FENCE,
    language: 'yaml',
    engines: {
      ...Object.fromEntries(ENGINE_NAMES.map((name) => [name, rejectEngine])),
      yaml: (inner: string) => {
        // gray-matter's block begins with a line break, and in CRLF ends with half of one.
        yaml = parseYaml(inner.replace(/^\r?\n/, '').replace(/\r$/, ''), { firstLine: 2 });
        return {};
      },
    },
  });
  // gray-matter ends the block at any line that begins with the fence, or at the end of the text.
  const front = content.slice(0, FENCE.length + file.matter.length);
  const closing = content.slice(front.length).split(/\r?\n/, 2)[1];
  if (closing === FENCE) return { yaml, body: file.content };
  return {
    fence: 'unclosed',
    at: { line: front.split('\n').length + (closing === undefined ? 0 : 1), column: 1 },
  };
}

function rejectEngine(): never {
  throw new Error('Only YAML is read.');
}

/** The number of the first line after too many blank ones, or null. Lines as regular expressions see them. */
function findBlankRun(text: string): number | null {
  let run = 0;
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    run = line.trim() === '' ? run + 1 : 0;
    if (run > MAX_BLANK_LINES) return index + 1;
  }
  return null;
}
