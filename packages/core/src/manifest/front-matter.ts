import matter from 'gray-matter';
import { showText, type TextPlace } from './issue-list.ts';
import { parseYaml, type YamlReading } from './yaml.ts';

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
