import type { Issue } from '@hookmd/core/errors';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../command-line/context.ts';
import { type Output, type Paint, wrapUnder } from './output.ts';
import { fromHome, shortPath, type Viewpoint } from './short-path.ts';

/** An issue, and its hook where its location does not name it. */
type Shown = Omit<Issue, 'code'> & { readonly code: string; readonly hook?: string };

const MAX_SHOWN = 30;
const style: Readonly<Record<Issue['severity'], Paint>> = { error: 'red', warning: 'yellow', hint: 'cyan' };

/** Errors first; beyond a few screens only how many more there are, unless `--all` is given. */
export function showIssues(context: Context, issues: readonly Shown[]): void {
  const { out, options } = context;
  const order: readonly Issue['severity'][] = ['error', 'warning', 'hint'];
  const sorted = order.flatMap((severity) => issues.filter((issue) => issue.severity === severity));
  const shown = options.has('all') ? sorted : sorted.slice(0, MAX_SHOWN);
  const lines = shown.flatMap((item) => [...issueLines(out, item, context), '']);
  if (shown.length < sorted.length) {
    const more = counted(sorted.length - shown.length, 'more problem');
    lines.push(`… and ${more}: \`--all\` shows them, \`--json\` has them all`, '');
  }
  if (lines.length > 0) out.line(lines.slice(0, -1).join('\n'));
  if (lines.length > 0) out.line();
}

/** `path:line:col  CODE`, then what and the remedy, indented. */
export function issueLines(output: Output, issue: Shown, from: Viewpoint, indent = ''): readonly string[] {
  const location = placeOf(issue, from);
  const head = `${location === '' ? '' : `${location}  `}${output.paint(style[issue.severity], issue.code)}`;
  const mark = issue.severity === 'error' ? '' : output.paint('dim', `  ${issue.severity}`);
  const width = output.width - indent.length;
  const result = [issue.message, issue.remedy].map((text) =>
    wrapUnder(`  ${fromHome(cleanLine(text), from.environment)}`, width),
  );
  return [wrapUnder(`${head}${mark}`, width, '  '), ...result].flatMap((text) =>
    text.split('\n').map((line) => indent + line),
  );
}

function placeOf({ path, line, column, hook = '' }: Shown, from: Viewpoint): string {
  if (path === undefined) return cleanLine(hook);
  return [cleanLine(shortPath(path, from)), line, column].filter((part) => part !== undefined).join(':');
}
