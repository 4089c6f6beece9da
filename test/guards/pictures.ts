/** The pictures of docs/images, drawn from the tables of the code; catalogues.test.ts compares them. */
import { type EventKind, type EventName, eventNames, eventRow } from '@hookmd/core/events';
import words from '../agents-live/effects.json' with { type: 'json' };

/** As wide as the text of a page, so that 12 px in a picture are about 12 px on the page. */
const WIDTH = 720;
const MARGIN = 20;

/** A color and a shape for each kind: the shape is for readers who cannot tell the colors apart. Drawn in a square of 10 px. */
const kinds: Readonly<Record<EventKind, { light: string; dark: string; shape: string }>> = {
  before: { light: '#b3431e', dark: '#f0895f', shape: 'M0 0H10V10H0Z' },
  after: { light: '#1b6ca8', dark: '#6cb4ee', shape: 'M0 5A5 5 0 1 1 10 5A5 5 0 1 1 0 5Z' },
  stop: { light: '#6b4fa0', dark: '#b79be8', shape: 'M5 -.5L11 10.5H-1Z' },
  notification: { light: '#5f6670', dark: '#a4abb6', shape: 'M0 5H10M5 0V10' },
};

interface Step {
  readonly title: string;
  readonly events: readonly EventName[];
}

/** The session in its order. Every event of the catalog is in exactly one row, here or in `atAnyTime`. */
const session: readonly Step[] = [
  { title: 'The session starts', events: ['SessionStart', 'Setup', 'InstructionsLoaded'] },
  { title: 'You send a message', events: ['UserPromptSubmit', 'UserPromptExpansion'] },
  { title: 'The model is called', events: ['PreToolSelection', 'PreModelCall', 'PostModelCall'] },
  {
    title: 'A tool is called',
    events: [
      ...(['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse'] as const),
      ...(['PostToolUseFailure', 'PostToolBatch'] as const),
    ],
  },
  { title: 'A turn ends', events: ['TurnEnd', 'PreCompact', 'PostCompact'] },
  { title: 'The agent stops', events: ['Stop', 'StopFailure'] },
  { title: 'The session ends', events: ['SessionEnd'] },
];
const atAnyTime: readonly Step[] = [
  {
    title: 'Teams of agents',
    events: ['SubagentStart', 'SubagentStop', 'TeammateIdle', 'TaskCreated', 'TaskCompleted'],
  },
  {
    title: 'Messages to you',
    events: ['Elicitation', 'ElicitationResult', 'Notification', 'MessageDisplay'],
  },
  {
    title: 'Models and skills',
    events: ['PreModelSwitch', 'PostModelSwitch', 'PreSkillShellCommand'],
  },
  {
    title: 'Files and settings',
    events: [
      ...(['ConfigChange', 'FileChanged', 'CwdChanged', 'DirectoryAdded'] as const),
      ...(['WorktreeCreate', 'WorktreeRemove'] as const),
    ],
  },
];
/** The rows of `session` that repeat, and how often. */
const loops = [
  { first: 2, last: 4, label: 'in each turn', x: 681 },
  { first: 1, last: 5, label: 'for each message', x: 703 },
] as const;

const EVENT = { x: 176, width: 160, height: 32, gap: 6, inRow: 3 } as const;

/** The events of a session, in order. Throws if an event of the catalog is missing or twice. */
export function lifecyclePicture(): string {
  const drawn = [...session, ...atAnyTime].flatMap(({ events }) => events);
  const missing = eventNames.filter((name) => drawn.filter((event) => event === name).length !== 1);
  if (missing.length > 0) throw new Error(`not drawn once: ${missing.join(', ')}`);
  const inOrder = drawSteps(session, 84);
  const title = inOrder.bottom + 30;
  const others = drawSteps(atAnyTime, title + 16);
  const legend = Object.keys(kinds).map((kind, at) => {
    const x = EVENT.x + at * 88;
    return mark(kind as EventKind, x, 47) + text(x + 18, 57, kind);
  });
  return picture(others.bottom + 14, 'The events of a session', describeSteps(), [
    text(MARGIN, 30, 'The events of a session', { weight: 700, size: 16 }),
    text(MARGIN, 57, 'Kind of event'),
    ...legend,
    ...inOrder.parts,
    ...loops.map(({ first, last, label, x }) => {
      const [from = 0, to = 0] = [inOrder.middles[last], inOrder.middles[first]];
      return loop(from, to, x, label);
    }),
    text(MARGIN, title, 'At any time', { weight: 700, size: 14 }),
    ...others.parts,
  ]);
}

function drawSteps(
  steps: readonly Step[],
  top: number,
): { parts: string[]; middles: number[]; bottom: number } {
  const parts: string[] = [];
  const middles: number[] = [];
  let y = top;
  for (const { title, events } of steps) {
    const rows = Math.ceil(events.length / EVENT.inRow);
    const height = rows * (EVENT.height + EVENT.gap);
    middles.push(y + (height - EVENT.gap) / 2);
    parts.push(
      text(MARGIN, y + 21, title, { weight: 600 }),
      ...events.map((name, at) => eventBox(name, at, y)),
    );
    y += height + 6;
  }
  return { parts, middles, bottom: y - 6 };
}

function eventBox(name: EventName, at: number, top: number): string {
  const x = EVENT.x + (at % EVENT.inRow) * (EVENT.width + EVENT.gap);
  const y = top + Math.floor(at / EVENT.inRow) * (EVENT.height + EVENT.gap);
  return (
    rectangle('box', x, y, EVENT.width, EVENT.height) +
    mark(eventRow(name).kind, x + 9, y + 11) +
    text(x + 25, y + 20.5, name, { size: 12.5 })
  );
}

function mark(kind: EventKind, x: number, y: number): string {
  return `<path class="${kind}" transform="translate(${x} ${y})" d="${kinds[kind].shape}"/>`;
}

/** An arrow at the right edge, from a row back up to an earlier one. */
function loop(from: number, to: number, x: number, label: string): string {
  const end = EVENT.x + EVENT.inRow * (EVENT.width + EVENT.gap) - 2;
  const middle = (from + to) / 2;
  const turned = `<g transform="rotate(90 ${x + 4} ${middle})">${text(x + 4, middle, label, { size: 11, anchor: 'middle' })}</g>`;
  return `<path class="line" d="M${end} ${from}H${x}V${to}H${end}" marker-end="url(#arrow)"/>${turned}`;
}

function describeSteps(): string {
  const line = ({ title, events }: Step): string => `${title}: ${events.join(', ')}.`;
  const repeated = `${loops.map(({ first, last, label }) => `“${session[first]?.title}” to “${session[last]?.title}” repeat ${label}`).join('; ')}.`;
  return [...session.map(line), repeated, 'At any time:', ...atAnyTime.map(line)].join(' ');
}

const steps = [
  ['convert', 'the event'],
  ['match', 'hooks'],
  ['invoke', 'hooks'],
  ['validate', 'results'],
  ['merge to one', 'decision'],
] as const;

/** The way of an event: agent, launcher, daemon, hooks, decision. */
export function architecturePicture(): string {
  const box = (x: number, y: number, width: number, title: string, lines: readonly string[]): string =>
    rectangle('box', x, y, width, 38 + lines.length * 18) +
    text(x + 12, y + 23, title, { weight: 600 }) +
    lines.map((line, at) => text(x + 12, y + 43 + at * 18, line, { size: 12.5 })).join('');
  const STEP = 122;
  const stepX = (at: number): number => 32 + at * (STEP + 11.5);
  const description =
    'The agent sends an event to the launcher, which passes it to the daemon. The daemon converts the event, matches hooks, invokes them, validates their results and merges them to one decision, which goes back to the agent. Without a daemon, hooks run does the same. Hooks run from approved copies. Every event is recorded in the event log.';
  return picture(416, 'The way of an event', description, [
    text(MARGIN, 30, 'The way of an event', { weight: 700, size: 16 }),
    box(MARGIN, 52, 226, 'Agent', ['Claude Code, Codex, pi, …']),
    box(412, 52, 288, 'Launcher', ['a small program in the agent’s settings']),
    arrow([246, 70], [408, 70], 'event'),
    arrow([412, 92], [250, 92], 'decision', 'below'),
    arrow([470, 108], [470, 156], 'event', 'left'),
    arrow([600, 160], [600, 112], 'decision', 'right'),
    rectangle('box', MARGIN, 160, 680, 92),
    text(32, 183, 'Daemon', { weight: 600 }),
    text(100, 183, 'without a daemon, hooks run does the same', { size: 12.5 }),
    ...steps.map(([first, second], at) => {
      const middle = stepX(at) + STEP / 2;
      return (
        rectangle('ground', stepX(at), 194, STEP, 46) +
        text(middle, 213, first, { size: 12.5, anchor: 'middle' }) +
        text(middle, 230, second, { size: 12.5, anchor: 'middle' })
      );
    }),
    box(MARGIN, 308, 190, 'Approved copies', ['what runs is the version', 'that you approved']),
    box(268, 308, 184, 'Hooks', ['1 modify, 2 re-check,', '3 guard, 4 observe']),
    box(510, 308, 190, 'Event log', ['every event and result:', 'hooks log, hooks trace']),
    arrow([335, 240], [335, 304], 'invoke', 'left'),
    arrow([385, 308], [385, 244], 'results', 'right'),
    arrow([605, 252], [605, 304], 'record', 'right'),
    arrow([210, 345], [264, 345], ''),
  ]);
}

type Point = readonly [x: number, y: number];

function arrow(
  [x1, y1]: Point,
  [x2, y2]: Point,
  label: string,
  side: 'above' | 'below' | 'left' | 'right' = 'above',
): string {
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const placed = {
    above: text(x, y - 7, label, { size: 12, anchor: 'middle' }),
    below: text(x, y + 17, label, { size: 12, anchor: 'middle' }),
    left: text(x - 8, y + 4, label, { size: 12, anchor: 'end' }),
    right: text(x + 8, y + 4, label, { size: 12 }),
  };
  const line = `<path class="line" d="M${x1} ${y1}L${x2} ${y2}" marker-end="url(#arrow)"/>`;
  return label === '' ? line : line + placed[side];
}

/** What hooks do, in words, by the columns of docs/agents.md that test it. */
const effects: Readonly<Record<string, string>> = words;
/** Columns about the test itself. */
const OF_THE_TEST = ['agent', 'version', 'seen', 'control', 'kodelet', 'detached', 'settings'];

/** What works in which agent, from the table of docs/agents.md. Throws if a column of it has no words here. */
export function agentsPicture(page: string): string {
  const lines = page.split('\n');
  const [head = [], , ...rows] = lines
    .slice(lines.findIndex((line) => /^\| agent +\|/.test(line)))
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const unknown = head.filter((id) => !(id in effects) && !OF_THE_TEST.includes(id));
  if (unknown.length > 0) throw new Error(`without words: ${unknown.join(', ')}`);
  const tested = rows.filter((cells) => cells.length === head.length);
  // `codex (scripts)` is codex with other settings.
  const agents = [...new Set(tested.map(([name = '']) => name.replace(/ \(.*/, '')))];
  const works = (agent: string, id: string): boolean =>
    tested
      .filter(([name]) => name === agent || name?.startsWith(`${agent} (`))
      .every((cells) => cells[head.indexOf(id)] === 'yes');
  const CELL = { x: 250, y: 142, width: 50, height: 28 };
  const ids = Object.keys(effects);
  const cells = ids.flatMap((id, row) =>
    agents.map((agent, column) => {
      const [x, y] = [CELL.x + column * CELL.width, CELL.y + row * CELL.height];
      const isWorking = works(agent, id);
      const sign = isWorking ? 'M-6 0L-2 5L6 -5' : 'M-5 0H5';
      return `${rectangle(isWorking ? 'yes' : 'no', x, y, CELL.width - 4, CELL.height - 4)}<path class="${isWorking ? 'tick' : 'dash'}" transform="translate(${x + 23} ${y + 12})" d="${sign}"/>`;
    }),
  );
  const description = ids
    .map((id) => `${effects[id]}: ${agents.filter((agent) => works(agent, id)).join(', ')}.`)
    .join(' ');
  return picture(CELL.y + ids.length * CELL.height + 14, 'What works in which agent', description, [
    text(MARGIN, 30, 'What works in which agent', { weight: 700, size: 16 }),
    text(MARGIN, 56, '✓ works in a test', { size: 12.5 }),
    text(MARGIN, 74, 'with the real agent', { size: 12.5 }),
    text(MARGIN, 96, '– the agent does not', { size: 12.5 }),
    text(MARGIN, 114, 'support it', { size: 12.5 }),
    ...agents.map((agent, at) => {
      const x = CELL.x + at * CELL.width + 18;
      return `<g transform="rotate(-45 ${x} 134)">${text(x, 134, agent)}</g>`;
    }),
    ...Object.values(effects).map((words, at) => text(MARGIN, CELL.y + at * CELL.height + 17, words)),
    ...cells,
  ]);
}

function rectangle(style: string, x: number, y: number, width: number, height: number): string {
  return `<rect class="${style}" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`;
}

interface TextStyle {
  readonly size?: number;
  readonly weight?: number;
  readonly anchor?: 'middle' | 'end';
}

function text(x: number, y: number, content: string, { size = 13, weight, anchor }: TextStyle = {}): string {
  const bold = weight === undefined ? '' : ` font-weight="${weight}"`;
  const placed = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${x}" y="${y}" font-size="${size}"${bold}${placed}>${escapeXml(content)}</text>\n`;
}

const escapeXml = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The style of all pictures. Each has a ground of its own, because a page may be dark where the system of the reader is light. */
function styleOf(shade: 'light' | 'dark'): string {
  const [ink, ground, box, line, yes, no] =
    shade === 'light'
      ? ['#1f2430', '#f6f7f9', '#fff', '#c3c9d2', '#1b7f79', '#e3e6ea']
      : ['#e6e8ec', '#1d2026', '#2a2e36', '#4a505c', '#1f8f88', '#363b45'];
  const colors = Object.entries(kinds).map(
    ([kind, row]) => `.${kind}{fill:${row[shade]};stroke:${row[shade]}}`,
  );
  return `text,.tip{fill:${ink}}.ground{fill:${ground};stroke:${line}}.box{fill:${box};stroke:${line}}.line,.dash{stroke:${ink}}.yes{fill:${yes}}.no{fill:${no}}${colors.join('')}`;
}

function picture(height: number, title: string, description: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title" aria-describedby="description" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">
<title id="title">${title}</title>
<desc id="description">${escapeXml(description)}</desc>
<style>${styleOf('light')}.line,.dash,.tick{fill:none;stroke-width:1.5}.tick{stroke:#fff;stroke-width:2}.notification{stroke-width:2.5}@media(prefers-color-scheme:dark){${styleOf('dark')}}</style>
<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="tip" d="M0 0L10 5L0 10z"/></marker></defs>
<rect class="ground" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${parts.join('')}</svg>
`;
}
