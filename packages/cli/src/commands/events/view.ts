import type { Context } from '../../command-line/context.ts';
import { counted } from '../../ui/counted.ts';
import { alignColumns, wrapUnder } from '../../ui/output.ts';

export interface EventFacts {
  readonly name: string;
  readonly class: string;
  readonly about: string;
  readonly permits: readonly string[];
  readonly matcher: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly aliases: readonly string[];
  /** The agents that report it to HookMD. */
  readonly agents: readonly string[];
  /** The agents that have it and are never made to report it. */
  readonly leftOut: readonly { readonly agent: string; readonly why: string }[];
}

const cells = {
  EVENT: ({ name }: EventFacts) => name,
  CLASS: (facts: EventFacts) => facts.class,
  PERMITS: ({ permits }: EventFacts) => permits.join(' ') || 'observe',
  // One has its name here; `hooks events NAME` has all of them.
  'FIRED BY': ({ agents }: EventFacts) =>
    agents.length > 1 ? counted(agents.length, 'agent') : (agents[0] ?? 'no agent'),
  MEANING: ({ about }: EventFacts) => about,
} as const;

type Column = keyof typeof cells;

const NARROW = 80;
const WIDE = 110;
/** The last column wraps below itself where there is too little room. */
const narrowColumns: readonly Column[] = ['EVENT', 'FIRED BY', 'PERMITS'];
const columnsOfMost: readonly Column[] = ['EVENT', 'CLASS', 'PERMITS', 'FIRED BY'];
const wideColumns: readonly Column[] = [...columnsOfMost, 'MEANING'];

export function showEvents({ out, err }: Context, facts: readonly EventFacts[]): void {
  const columns = out.width < NARROW ? narrowColumns : out.width < WIDE ? columnsOfMost : wideColumns;
  const rows = facts.map((fact) => columns.map((column) => cells[column](fact)));
  for (const line of alignColumns([columns, ...rows], { width: out.width })) out.line(line);
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
    ['Fired by', facts.agents.join(', ') || 'no agent that tells HookMD of it; `hooks run` and the library'],
    ...facts.leftOut.map(({ agent, why }) => ['Left out', `${agent}: ${why}`]),
  ];
  for (const line of alignColumns(rows, { indent: '  ', width: out.width })) out.line(line);
}
