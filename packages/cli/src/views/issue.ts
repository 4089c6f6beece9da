import { relative } from 'node:path';
import type { Issue } from '@hookmd/core/internal/errors/issue';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { Output } from '../terminal.ts';
import { wrapUnder } from './wrap.ts';

/** `path:line:col  CODE`, then what and the remedy, indented. */
export function issueLines(output: Output, issue: Issue, cwd: string, indent = ''): readonly string[] {
  const style = issue.severity === 'error' ? 'red' : 'yellow';
  const place = placeOf(issue, cwd);
  const head = `${place === '' ? '' : `${place}  `}${output.paint(style, issue.code)}`;
  const mark = issue.severity === 'warning' ? output.paint('dim', '  warning') : '';
  const width = output.width - indent.length;
  const said = [issue.message, issue.remedy].map((text) => wrapUnder(`  ${cleanLine(text)}`, width));
  return [wrapUnder(`${head}${mark}`, width, '  '), ...said].flatMap((text) =>
    text.split('\n').map((line) => indent + line),
  );
}

function placeOf({ path, line, column }: Issue, cwd: string): string {
  if (path === undefined) return '';
  return [cleanLine(shortPath(path, cwd)), line, column].filter((part) => part !== undefined).join(':');
}

/** Relative where that is shorter to read. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('../../') ? path : short;
}
