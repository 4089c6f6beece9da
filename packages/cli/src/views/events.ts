import type { Context } from '../context.ts';
import { alignColumns } from './columns.ts';
import { wrapUnder } from './wrap.ts';

export interface EventFacts {
  readonly name: string;
  readonly class: string;
  readonly about: string;
  readonly permits: readonly string[];
  readonly matcher: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly aliases: readonly string[];
  readonly agents: readonly string[];
}

export function showEvents({ out, err }: Context, facts: readonly EventFacts[]): void {
  const isNarrow = out.width < 110;
  const rows = facts.map((one) => {
    const cells = [
      one.name,
      one.class,
      one.permits.join(' ') || 'observe',
      one.agents.join(' ') || 'no agent',
    ];
    return isNarrow ? cells : [...cells, one.about];
  });
  const head = ['EVENT', 'CLASS', 'PERMITS', 'FIRED BY', ...(isNarrow ? [] : ['MEANING'])];
  for (const line of alignColumns([head, ...rows], { width: out.width })) out.line(line);
  err.line();
  const hint = '`hooks events NAME` shows fields, other names and agents; `--schema` its JSON Schema.';
  err.line(wrapUnder(hint, err.width));
}

export function showEvent({ out }: Context, facts: EventFacts): void {
  out.line(`${out.paint('bold', facts.name)}  ${facts.class}`);
  out.line(wrapUnder(facts.about, out.width));
  out.line();
  const rows = [
    ['Permits', facts.permits.join(', ') || 'observing only'],
    [
      'Matcher',
      facts.matcher === null
        ? 'none: a matcher here is an error'
        : `compares ${facts.matcher === 'tool_name' ? 'the tool' : facts.matcher}`,
    ],
    [
      'Fields',
      Object.entries(facts.fields)
        .map(([name, kind]) => `${name}: ${kind.replace('text?', 'string or null')}`)
        .join(', ') || 'the common ones',
    ],
    ['Also called', facts.aliases.join(', ') || '–'],
    ['Fired by', facts.agents.join(', ') || 'no agent that HookMD knows; `hooks run` and the library'],
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
}
