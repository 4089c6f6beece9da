import { cleanLine, counted } from '@hookmd/core/text';
import type { ComponentChild, VNode } from 'preact';
import { withCode } from '../trace/trace-view.tsx';

import {
  type Effect,
  effects,
  explanationOf,
  type Finding,
  headline,
  number,
  type Pattern,
  type ScanDocument,
  type ScannedHook,
  showCommand,
} from './scan.ts';

/** Of each hook. */
const SHOWN_PATTERNS = 100;

/** The class and the mark of each effect: never the color alone. */
const tones: Readonly<Record<Finding['effect'], readonly [tone: string, mark: string]>> = {
  blocked: ['block', '✕'],
  prompted: ['ask', '?'],
  changed: ['change', '✎'],
  failed: ['fail', '!'],
  proceeded: ['none', '→'],
};

/** What hooks would have done to past calls: in numbers, then by reason. */
export function ScanView({
  document,
  now,
  command,
}: {
  document: ScanDocument;
  now: number;
  /** Shows a command to paste. */
  command: (text: string) => ComponentChild;
}): VNode {
  const { hooks, issues, isInterrupted } = document;
  return (
    <>
      <h1>{cleanLine(headline(document, now)).replaceAll(' %', '\u00a0%')}</h1>
      {isInterrupted && <p class="ask">Interrupted: this is what was read until then.</p>}
      <Counts hooks={hooks} calls={document.calls} />
      {hooks.every(({ patterns }) => patterns.length === 0) && (
        <p>These hooks would not have stopped or changed a call.</p>
      )}
      {hooks
        .filter(({ patterns }) => patterns.length > 0)
        .map((hook) => (
          <Patterns key={hook.name} hook={hook} command={command} />
        ))}
      {issues.count > 0 && (
        <details class="issues">
          <summary>{counted(issues.count, 'problem')} with histories</summary>
          <ul>
            {issues.first.map(({ path, line, message }) => (
              <li>
                <code>{cleanLine(line === null ? path : `${path}:${line}`)}</code> {cleanLine(message)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Counts({ hooks, calls }: { hooks: readonly ScannedHook[]; calls: number }): VNode {
  return (
    <table class="counts">
      <thead>
        <tr>
          <th scope="col">hook</th>
          {['ran', ...effects].map((title) => (
            <th scope="col">{title}</th>
          ))}
          <th scope="col" class="share">
            share of calls
          </th>
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <tr key={hook.name}>
            <td>{cleanLine(hook.name)}</td>
            {(['ran', ...effects] as const).map((column) => (
              <td data-label={column} class={hook[column] === 0 ? 'zero' : ''}>
                {number(hook[column])}
              </td>
            ))}
            <td class="share">
              <Share hook={hook} calls={calls} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The numbers are beside it. */
function Share({ hook, calls }: { hook: ScannedHook; calls: number }): VNode {
  const width = (effect: Effect): string => `${((100 * hook[effect]) / Math.max(1, calls)).toFixed(2)}%`;
  return (
    <span class="track" aria-hidden="true">
      {effects
        .filter((effect) => hook[effect] > 0)
        .map((effect) => (
          <span class={`bar ${tones[effect][0]}`} style={`width:${width(effect)}`} />
        ))}
    </span>
  );
}

function Patterns({
  hook,
  command,
}: {
  hook: ScannedHook;
  command: (text: string) => ComponentChild;
}): VNode {
  const more = hook.patterns.length - SHOWN_PATTERNS;
  return (
    <section>
      <h2>{cleanLine(hook.name)}</h2>
      <ol class="patterns">
        {hook.patterns.slice(0, SHOWN_PATTERNS).map((pattern) => (
          <PatternItem pattern={pattern} show={command(showCommand(hook.name, pattern))} />
        ))}
      </ol>
      {more > 0 && <p class="dim">{number(more)} more kinds are in the JSON.</p>}
      <p>If {cleanLine(hook.name)} is not enabled yet:</p>
      {command(`hooks enable ${hook.name}`)}
    </section>
  );
}

function PatternItem({ pattern, show }: { pattern: Pattern; show: ComponentChild }): VNode {
  const { effect, title, count, example } = pattern;
  const [tone, mark] = tones[effect];
  const explanation = explanationOf(example.reason);
  const at =
    example.at === null ? [] : [`${new Date(example.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`];
  const origin = [example.agent, example.project, ...at, example.id].map(cleanLine);
  return (
    <li class={tone}>
      <p class="kind">
        <span class="count">{number(count)} ×</span>
        <span class={`effect ${tone}`} data-mark={mark}>
          {effect}
        </span>
        <span>{cleanLine(title)}</span>
      </p>
      <pre>{cleanLine(example.call)}</pre>
      {explanation !== '' && <p>{withCode(explanation)}</p>}
      <p>
        <small>{origin.join(' · ')}</small>
      </p>
      {show}
    </li>
  );
}
