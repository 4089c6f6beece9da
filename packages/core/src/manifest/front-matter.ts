import matter from 'gray-matter';
import { showText } from './describe-value.ts';
import type { TextPlace } from './text-place.ts';
import { parseYaml, type YamlReading } from './yaml.ts';

/** gray-matter looks for comments with an expression that takes quadratic time on blank lines. */
const MAX_BLANK_LINES = 100;

/** The engines gray-matter knows, by every name it knows them by; `---js` would run what follows. */
const ENGINE_NAMES = ['javascript', 'js', 'json', 'coffee', 'coffeescript', 'cson', 'toml'];

export type FrontMatterReading =
  | { readonly yaml: YamlReading; readonly body: string }
  | { readonly fence: 'missing'; readonly found: string }
  | { readonly fence: 'unclosed'; readonly at: TextPlace };

/**
 * Splits a text into its front matter, parsed as YAML by `parseYaml`, and the Markdown below it.
 *
 * The first line (after an optional byte order mark) and the closing line are exactly `---`; LF and
 * CRLF both end a line. Anything else on the first line is refused before gray-matter sees the text:
 * it takes what stands there for a language, and some languages run.
 *
 * The only importer of gray-matter, which is never called without options (its cache would answer a
 * second reading of broken YAML with an empty success). Source: design/security.md.
 */
export function readFrontMatter(text: string): FrontMatterReading {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const firstLine = content.split(/\r?\n/, 1)[0] ?? '';
  if (firstLine !== '---')
    return { fence: 'missing', found: firstLine === '' ? 'empty' : `"${showText(firstLine)}"` };

  // gray-matter ends the front matter at any line that begins like the fence: that line must be one.
  const end = content.indexOf('\n---', firstLine.length);
  const front = content.slice(0, end === -1 ? undefined : end);
  const closing = end === -1 ? '' : (content.slice(end + 1).split(/\r?\n/, 1)[0] ?? '');
  if (closing !== '---') {
    const line = front.split('\n').length + (end === -1 ? 0 : 1);
    return { fence: 'unclosed', at: { line, column: 1 } };
  }

  const tooBlank = findBlankRun(front);
  if (tooBlank !== null) {
    const problem = { kind: 'size', message: `more than ${MAX_BLANK_LINES} blank lines in a row` } as const;
    return { yaml: { problems: [{ ...problem, line: tooBlank, column: 1 }] }, body: '' };
  }

  let yaml: YamlReading = { value: {}, locate: () => ({ line: 1, column: 1 }) };
  const file = matter(content, {
    delimiters: '---',
    language: 'yaml',
    engines: {
      ...Object.fromEntries(ENGINE_NAMES.map((name) => [name, refuseEngine])),
      yaml: (inner: string) => {
        // What gray-matter hands over begins with a line break, and in CRLF ends with half of one.
        yaml = parseYaml(inner.replace(/^\r?\n/, '').replace(/\r$/, ''), { firstLine: 2 });
        return {};
      },
    },
  });
  return { yaml, body: file.content };
}

function refuseEngine(): never {
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
