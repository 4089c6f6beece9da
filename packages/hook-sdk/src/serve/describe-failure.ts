import { firstLineOf } from '../first-line.ts';
import { readText } from './descriptors.ts';

const { parse } = JSON;
const { getBuiltinModule } = process;

/** The built module, which this file is a part of. */
const FILE = import.meta.filename;

/** An exception, with lines of the author's files in its stack. Never throws. */
export function describeFailure(error: unknown): string {
  try {
    const stack = error instanceof Error ? error.stack : undefined;
    if (typeof stack !== 'string' || stack === '') return firstLineOf(error);
    return mapStack(withCauses(error as Error, stack));
  } catch {
    return firstLineOf(error);
  }
}

function withCauses(error: Error, stack: string): string {
  let text = stack;
  let { cause } = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth++) {
    text += `\ncaused by ${cause.stack ?? firstLineOf(cause)}`;
    cause = cause.cause;
  }
  return text;
}

/** Reads the source map only now: most runs throw nothing. */
function mapStack(stack: string): string {
  // Stacks name a CommonJS module by its path, an ES module by its URL.
  const url = import.meta.url;
  if (!stack.includes(FILE) && !stack.includes(url)) return stack;
  const map = readMap();
  if (map === null) return stack;
  const places = new RegExp(`(?:${escaped(url)}|${escaped(FILE)}):(\\d+):(\\d+)`, 'g');
  return stack.replace(places, (whole, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry) || !entry.originalSource) return whole;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function readMap(): import('node:module').SourceMap | null {
  try {
    const { SourceMap } = getBuiltinModule('node:module');
    return new SourceMap(parse(readText(`${FILE}.map`)));
  } catch {
    // Not built, or the map was left behind: the stack as it is.
    return null;
  }
}
