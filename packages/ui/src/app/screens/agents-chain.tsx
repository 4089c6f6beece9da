import { cleanLine } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { Ago, Remedy } from '../parts.tsx';
import { formatRoute } from '../route.ts';

/** One agent as `hooks agents --json` prints it, as far as the page shows it. */
export interface AgentReport {
  readonly name: string;
  readonly program: string | null;
  readonly isInstalled: boolean;
  readonly attached: boolean;
  readonly lastEvent: { readonly time: string; readonly event: string } | null;
  readonly scopes: readonly {
    readonly files: readonly { readonly problem: string | null }[];
  }[];
}

/** What `hooks doctor AGENT --json` prints. */
export interface Doctor {
  readonly sections: readonly {
    readonly section: string;
    readonly state: State;
    readonly summary: string;
  }[];
  readonly findings: readonly Finding[];
}

interface Finding {
  readonly code: string;
  readonly section: string;
  readonly severity: Exclude<State, 'ok' | 'skipped'>;
  readonly message: string;
  readonly remedy: string;
}

type State = 'ok' | 'hint' | 'warning' | 'error' | 'skipped';

/** A step of an event from the agent to the hooks. */
interface Link {
  readonly title: string;
  /** What it means that it is broken. */
  readonly broken: string;
  readonly state: State;
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** An earlier link is broken, so that no event arrives here. */
  readonly isBehind: boolean;
}

/** The sections of `hooks doctor AGENT`, each with what it means that it is broken. */
const sections: Readonly<Record<string, string>> = {
  settings: 'its settings do not start HookMD',
  review: 'it skips the hooks of HookMD',
  launcher: 'its launcher does not start',
  daemon: 'the daemon cannot be used',
  'test event': 'a test event got no result',
  hooks: 'its hooks cannot run',
  'last event': 'no event arrives',
};

type Look = readonly [tone: string, mark: string, word: string];
const looks: Readonly<Record<State | 'unreached', Look>> = {
  ok: ['ok', '✓', 'ok'],
  hint: ['off', 'i', 'note'],
  warning: ['attention', '!', 'needs attention'],
  error: ['wrong', '✗', 'broken'],
  skipped: ['off', '–', 'not checked'],
  unreached: ['off', '–', 'not reached'],
};
const severities: readonly State[] = ['error', 'warning', 'hint'];

/** The links in their order. What `doctor` finds about the launcher while it reads the settings belongs to the launcher. */
export function readChain(doctor: Doctor, { lastEvent }: AgentReport): readonly Link[] {
  const findings = doctor.findings
    .filter(({ code }) => code !== 'AGENT_NEVER_SEEN' || lastEvent === null)
    .map((found) => (found.code.startsWith('LAUNCHER_') ? { ...found, section: 'launcher' } : found));
  let isBehind = false;
  return doctor.sections.map(({ section, state: reported, summary }) => {
    const own = findings.filter((found) => found.section === section);
    const worst = severities.find((severity) => own.some((found) => found.severity === severity));
    const state = worst ?? (reported === 'skipped' ? 'skipped' : 'ok');
    const link = {
      title: section,
      broken: sections[section] ?? summary,
      state,
      summary,
      findings: own,
      isBehind,
    };
    isBehind ||= state === 'error';
    return link;
  });
}

/** The way of an event as a row of boxes, or a column where the page is narrow. */
export function Chain({ links, report }: { links: readonly Link[]; report: AgentReport }): VNode {
  const { program } = report;
  return (
    <ol class="chain">
      <li class={program === null ? 'off' : 'ok'}>
        <Head title="agent" look={program === null ? ['off', '–', 'not found'] : looks.ok} />
        <p>{program === null ? 'its program is not on your PATH' : cleanLine(program)}</p>
      </li>
      {links.map((link) => (
        <LinkBox key={link.title} link={link} report={report} />
      ))}
    </ol>
  );
}

function LinkBox({ link, report: { name, lastEvent } }: { link: Link; report: AgentReport }): VNode {
  const { title, state, summary, findings, isBehind } = link;
  // The message of what is wrong says more than the summary; where no event arrives, a hint does not help.
  const shown = isBehind ? findings.filter(({ severity }) => severity !== 'hint') : findings;
  const look = isBehind && state === 'skipped' ? looks.unreached : looks[state];
  return (
    <li class={`${look[0]}${isBehind ? ' behind' : ''}${shown.length > 0 ? ' found' : ''}`}>
      <Head title={title} look={look} />
      {title === 'last event' && lastEvent !== null ? (
        <p>
          <a href={formatRoute({ screen: 'live', trace: null, query: { agent: name } })}>
            {cleanLine(lastEvent.event)}
          </a>
          , <Ago time={lastEvent.time} />
        </p>
      ) : (
        state !== 'error' && <p>{cleanLine(summary)}</p>
      )}
      {shown.map(({ message, remedy }) => (
        <div class="finding">
          <p>{cleanLine(message).replaceAll('`', '')}</p>
          <Remedy text={cleanLine(remedy)} />
        </div>
      ))}
    </li>
  );
}

function Head({ title, look: [tone, mark, word] }: { title: string; look: Look }): VNode {
  return (
    <div class="link-head">
      <strong>{title}</strong>
      <span class={`state ${tone}`} data-mark={mark}>
        {word}
      </span>
    </div>
  );
}
