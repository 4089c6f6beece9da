import { didYouMean } from '@hookmd/core/errors';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../../command-line/context.ts';
import { KEYWORDS } from '../../search/keywords.ts';
import type { FoundPackage, SearchResult } from '../../search/search-packages.ts';
import { alignColumns, type Output, wrap, wrapUnder } from '../../ui/output.ts';

/** Of one package. */
const MOST_HOOKS = 6;

/** Each package with its hooks, then what was not searched or not shown. */
export function showSearch({ out, err, words }: Context, { sources, packages, names }: SearchResult): void {
  for (const [index, found] of packages.entries()) {
    if (index > 0) out.line();
    showPackage(out, found);
  }
  if (packages.length === 0) {
    out.line(`No package matches "${cleanLine(words.join(' '))}".`);
    const markets = sources.filter(({ spec }) => spec !== null).map(({ name }) => cleanLine(name));
    const npm = `npm (packages with the keyword ${KEYWORDS.join(' or ')})`;
    const suggestion = words.map((word) => didYouMean(word, names)).find((hint) => hint !== '') ?? '';
    for (const hint of [
      `Searched: the bundled hooks, ${npm}, and ${markets.length === 0 ? 'no marketplace' : markets.join(', ')}.`,
      `${suggestion}Check the spelling, or use fewer words.`,
      'To search a marketplace too: `hooks source add github:OWNER/REPOSITORY`',
    ])
      err.line(wrapUnder(hint, err.width));
  }
  showUnsearched(err, sources);
  for (const { name, matches } of sources) {
    const more = matches - packages.filter(({ source }) => source === name).length;
    const are = `${counted(more, 'more package')} of ${cleanLine(name)} ${more === 1 ? 'is' : 'are'} not shown.`;
    if (more > 0)
      err.line(err.paint('dim', wrapUnder(`${are} Use more words to narrow the search.`, err.width)));
  }
}

/** A warning for each source that could not be searched. */
export function showUnsearched(err: Output, sources: SearchResult['sources']): void {
  for (const { name, problem } of sources)
    if (problem !== null) {
      const text = `warning: ${cleanLine(name)} was not searched. ${problem}`;
      for (const line of wrap(text, err.width)) err.line(err.paint('yellow', line));
    }
}

function showPackage(out: Output, found: FoundPackage): void {
  const { name, version, source, description, command, hooks, warnings, problem } = found;
  const title = [out.paint('bold', cleanLine(name)), version ?? '', out.paint('dim', cleanLine(source))];
  out.line(wrapUnder(title.filter((part) => part !== '').join('  '), out.width, '  '));
  if (description !== '') out.line(wrapUnder(`  ${description}`, out.width));
  const shown = (hooks ?? []).slice(0, MOST_HOOKS);
  const more = (hooks?.length ?? 0) - shown.length;
  const width = Math.max(...shown.map((hook) => hook.name.length));
  const approval = new Set((hooks ?? []).flatMap((hook) => hook.approval));
  const rows = [
    ...shown.map((hook, index) => [
      index === 0 ? 'hooks' : '',
      `${hook.name.padEnd(width)}  ${hook.events.join(', ')}`,
    ]),
    ...(more > 0 ? [['', `and ${more} more`]] : []),
    ...[...approval].map((text, index) => [index === 0 ? 'approval' : '', text]),
    ...warnings.map((text, index) => [index === 0 ? 'warning' : '', text]),
    ...(problem === null ? [] : [['unread', problem]]),
    ...(hooks === null && problem === null
      ? [['hooks', 'shown when you install it, before you confirm']]
      : []),
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
  out.line(`  ${out.paint('cyan', command)}`);
}
