import {
  type Decision,
  type EventName,
  eventNames,
  isEventName,
  isJsonObject,
  type JsonObject,
} from '@hookmd/core/events';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withCode } from '../../trace/trace-view.tsx';
import {
  durationText,
  inputChanges,
  type Match,
  matchText,
  runName,
  runTone,
  textsOf,
  trialRows,
  trialText,
} from '../../words.ts';
import { type Problem, request } from '../connection.ts';
import { Copy, ProblemView } from '../parts.tsx';
import { formatRoute } from '../route.ts';
import type { ScreenProps } from '../screen-props.ts';

/** What `hooks try --json` prints. */
interface Trial {
  readonly decision: Decision;
  /** By qualified name of a hook that ran. */
  readonly matched: Readonly<Record<string, Match>>;
  readonly unindexed: readonly string[];
  readonly warnings: readonly string[];
}

interface Call {
  readonly event: EventName;
  readonly payload: JsonObject;
}

/** The fields of the form, which are in the address. */
interface Fields {
  readonly value: string;
  readonly content: string;
  readonly event: string;
}

/** Something that an agent does. */
interface Action {
  readonly title: string;
  /** What `value` is. */
  readonly label: string;
  readonly example: string;
  readonly isLong?: boolean;
  readonly hasContent?: boolean;
  readonly hasEvent?: boolean;
  /** Throws a SyntaxError for a payload that is not JSON. */
  readonly callOf: (fields: Fields) => Call;
  /** The same call in a terminal; absent = only as a payload. */
  readonly wordsOf?: (fields: Fields) => string;
}

const beforeTool = (tool: string, input: JsonObject): Call => ({
  event: 'PreToolUse',
  payload: { tool_name: tool, tool_input: input },
});

/** As the options of `hooks try`. */
const actions: Readonly<Record<string, Action>> = {
  run: {
    title: 'Run a command',
    label: 'Command',
    example: 'git push -f',
    callOf: ({ value }) => beforeTool('Bash', { command: value }),
    wordsOf: ({ value }) => (value.startsWith('-') ? `-- ${quoteWord(value)}` : quoteWord(value)),
  },
  edit: {
    title: 'Edit a file',
    label: 'File',
    example: 'src/a.ts',
    hasContent: true,
    callOf: ({ value, content }) =>
      beforeTool('Edit', { file_path: value, old_string: '', new_string: content }),
    wordsOf: (fields) => `--edit=${quoteWord(fields.value)}${contentWords(fields)}`,
  },
  write: {
    title: 'Write a file',
    label: 'File',
    example: '.env',
    hasContent: true,
    callOf: ({ value, content }) => beforeTool('Write', { file_path: value, content }),
    wordsOf: (fields) => `--write=${quoteWord(fields.value)}${contentWords(fields)}`,
  },
  read: {
    title: 'Read a file',
    label: 'File',
    example: '.env',
    callOf: ({ value }) => beforeTool('Read', { file_path: value }),
    wordsOf: ({ value }) => `--read=${quoteWord(value)}`,
  },
  prompt: {
    title: 'Submit a prompt',
    label: 'Prompt',
    example: 'Deploy it',
    isLong: true,
    callOf: ({ value }) => ({ event: 'UserPromptSubmit', payload: { prompt: value } }),
    wordsOf: ({ value }) => `--prompt=${quoteWord(value)}`,
  },
  event: {
    title: 'Any event',
    label: 'Payload, as JSON',
    example: '{"stop_hook_active": false}',
    isLong: true,
    hasEvent: true,
    callOf: ({ value, event }) => {
      const payload: unknown = JSON.parse(value.trim() || '{}');
      if (!isJsonObject(payload)) throw new SyntaxError('it is not an object such as {"key": "value"}');
      return { event: isEventName(event) ? event : 'Stop', payload };
    },
  },
};

function contentWords({ content }: Fields): string {
  return content === '' ? '' : ` --content=${quoteWord(content)}`;
}

/** Characters that a terminal obeys or hides. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** The command that tries the same. A text with control characters is written as JSON, with escapes. */
function commandOf(action: Action, fields: Fields, { event, payload }: Call): string {
  const words = action.wordsOf?.(fields);
  if (words !== undefined && !UNSAFE.test(words)) return `hooks try ${words}`;
  const json = JSON.stringify(payload).replace(new RegExp(UNSAFE, 'gu'), (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return `printf %s ${quoteWord(json)} | hooks try --event ${event}`;
}

interface Tried extends Call {
  readonly trial: Trial;
  readonly command: string;
}

export function Playground({ route, go }: ScreenProps): VNode {
  const { do: name = 'run', value = '', content = '', event = 'Stop' } = route.query;
  const action = actions[name] ?? (actions['run'] as Action);
  const fields: Fields = { value, content, event };
  const { tried, problem, isRunning, run } = useTrial();
  const [mistake, setMistake] = useState<string | null>(null);

  const set = (change: Readonly<Record<string, string>>): void => {
    setMistake(null);
    go({ query: { do: name, value, content, event, ...change } }, 'replace');
  };
  const submit = (): void => {
    if (value.trim() === '' && !action.hasEvent) return;
    try {
      const call = action.callOf(fields);
      run(call, commandOf(action, fields, call));
    } catch (error) {
      setMistake(cleanLine(`This payload cannot be sent: ${(error as Error).message}`));
    }
  };
  const onKeyDown = (pressed: KeyboardEvent): void => {
    if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey)) submit();
  };
  const entry = {
    id: 'call',
    value,
    placeholder: action.example,
    spellcheck: false,
    required: !action.hasEvent,
    'data-filter': true,
    autocomplete: 'off',
    'aria-invalid': mistake !== null,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => set({ value: currentTarget.value }),
  };

  return (
    <main class="app playground">
      <h2>What would your hooks do?</h2>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
        onKeyDown={onKeyDown}
      >
        <label>
          The agent wants to
          <select value={name} onChange={({ currentTarget }) => set({ do: currentTarget.value, value: '' })}>
            {Object.entries(actions).map(([key, { title }]) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {action.hasEvent && (
          <label>
            Event
            <select value={event} onChange={({ currentTarget }) => set({ event: currentTarget.value })}>
              {eventNames.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
        <label class="call" for="call">
          {action.label}
          {action.isLong ? <textarea rows={4} {...entry} /> : <input type="text" {...entry} />}
        </label>
        {action.hasContent && (
          <label class="call">
            New text, if it matters
            <textarea
              rows={3}
              value={content}
              spellcheck={false}
              onInput={({ currentTarget }) => set({ content: currentTarget.value })}
            />
          </label>
        )}
        {mistake !== null && (
          <p class="problem" role="alert">
            {mistake}
          </p>
        )}
        <p class="actions">
          <button type="submit" class="main">
            Try it
          </button>
          <span class="dim" role="status">
            {isRunning
              ? 'Your hooks are running…'
              : 'Your hooks really run; the call does not. HookMD records nothing.'}
          </span>
        </p>
      </form>
      {problem !== null && <ProblemView problem={problem} />}
      {tried !== null && (
        <section class={isRunning ? 'result old' : 'result'} aria-label="Result" aria-busy={isRunning}>
          <Result tried={tried} />
        </section>
      )}
    </main>
  );
}

/** Runs a call, only when it is told to: the last result stays until the next one is there. */
function useTrial(): {
  readonly tried: Tried | null;
  readonly problem: Problem | null;
  readonly isRunning: boolean;
  readonly run: (call: Call, command: string) => void;
} {
  const [tried, setTried] = useState<Tried | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRunning, setRunning] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = (call: Call, command: string): void => {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    const { signal } = current;
    setRunning(true);
    request<Trial>('/api/try', { body: call, signal }).then(
      (trial) => {
        if (signal.aborted) return;
        setTried({ ...call, trial, command });
        setProblem(null);
        setRunning(false);
      },
      (failure) => {
        if (signal.aborted) return;
        setProblem(failure);
        setRunning(false);
      },
    );
  };
  return { tried, problem, isRunning, run };
}

/** The color and the mark of a decision. */
const marks: Readonly<Record<string, string>> = {
  block: '✕',
  ask: '?',
  allow: '✓',
  change: '✎',
  fail: '!',
  none: '→',
};

function toneOf({ decision, halt, hooks, failedOpen, followUps }: Decision): string {
  if (halt !== null) return 'block';
  if (decision !== 'none') return decision;
  if (failedOpen.length > 0) return 'fail';
  return followUps.length > 0 || hooks.some(({ changed }) => changed.length > 0) ? 'change' : 'none';
}

function Result({ tried: { trial, payload, command } }: { tried: Tried }): VNode {
  const { decision, matched, unindexed, warnings } = trial;
  const tone = toneOf(decision);
  const { model, user } = textsOf(decision);
  const whole = commandText(payload);
  const rows = trialRows(decision);
  const ran = rows.filter(({ run }) => run.outcome !== 'skipped');
  const skipped = rows
    .filter(({ run }) => run.outcome === 'skipped')
    // Those that you may want to run come first.
    .sort((a, b) => Number(a.run.cause === 'NO_MATCH') - Number(b.run.cause === 'NO_MATCH'));
  const notes = [
    ...decision.hooks.flatMap((run) =>
      run.warnings.map((text) => `warning about ${runName(run, decision.hooks)}: ${text}`),
    ),
    ...decision.dropped.map((text) => `dropped: ${text}`),
    ...warnings.map((text) => `warning: ${text}`),
  ];
  return (
    <>
      <h1 class={`outcome ${tone}`} data-mark={marks[tone]}>
        {trialText(decision)}
      </h1>
      {whole !== null && <pre>{cleanLine(whole)}</pre>}
      <Texts title="The model reads" texts={model} />
      <Texts title="You read" texts={user} />
      <Changes decision={decision} before={payload['tool_input']} />
      <h2>Hooks that ran</h2>
      {ran.length === 0 ? (
        <p class="dim">
          {rows.length + unindexed.length === 0 ? `No hook listens to ${decision.event}.` : 'None.'}
        </p>
      ) : (
        <table class="tried">
          <thead>
            <tr>
              <th>hook</th>
              <th>result</th>
              <th>applies to</th>
              <th class="number">time</th>
            </tr>
          </thead>
          <tbody>
            {ran.map(({ run, name, text }) => (
              <tr key={run.qualifiedName + (run.file ?? '')}>
                <td>
                  <HookLink name={run.name} text={name} />
                </td>
                <td class={runTone(run)}>{text}</td>
                <td>{whole !== null && <Matched match={matched[run.qualifiedName]} whole={whole} />}</td>
                <td class="number">{run.durationMs === null ? '–' : durationText(run.durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {skipped.length + unindexed.length > 0 && (
        <>
          <h2>Hooks that did not run</h2>
          <table class="tried">
            <thead>
              <tr>
                <th>hook</th>
                <th>why</th>
              </tr>
            </thead>
            <tbody>
              {unindexed.map((qualifiedName) => (
                <tr key={qualifiedName}>
                  <td>
                    <HookLink name={qualifiedName} text={cleanLine(qualifiedName)} />
                  </td>
                  <td>it is new: click its name to see what it needs</td>
                </tr>
              ))}
              {skipped.map(({ run, name, text }) => (
                <tr key={run.qualifiedName + (run.file ?? '')}>
                  <td>
                    <HookLink name={run.name} text={name} />
                  </td>
                  <td>{text.replace(/^skipped: /, '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {notes.length > 0 && (
        <>
          <h2>Notes</h2>
          <ul>
            {notes.map((text) => (
              <li>{cleanLine(text)}</li>
            ))}
          </ul>
        </>
      )}
      <h2>In a terminal</h2>
      <Copy text={command} />
    </>
  );
}

/** The shell command of a call; null = it has none. */
function commandText({ tool_input: input }: JsonObject): string | null {
  const command = isJsonObject(input) ? input['command'] : undefined;
  return typeof command === 'string' ? command : null;
}

function HookLink({ name, text }: { name: string; text: string }): VNode {
  return <a href={formatRoute({ screen: 'hooks', trace: null, query: { text: name } })}>{text}</a>;
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }): VNode | null {
  if (texts.length === 0) return null;
  return (
    <figure>
      <figcaption>{title}:</figcaption>
      {texts.map((text) => (
        <blockquote>{withCode(text.split('\n').map(cleanLine).join('\n'))}</blockquote>
      ))}
    </figure>
  );
}

/** The command with the parts that a condition matches, or why it applies. */
function Matched({ match, whole }: { match: Match | undefined; whole: string }): VNode {
  if (match === undefined) return <span class="dim">every call</span>;
  const line = cleanLine(whole);
  const parts = match.commands.map(cleanLine);
  const ranges = parts.map((part) => [line.indexOf(part), part.length] as const);
  // A part inside of quotes can be spelled in another way than the command has it.
  if (ranges.length === 0 || ranges.some(([start]) => start < 0)) return <>{matchText(match, whole)}</>;
  return (
    <>
      <code>{markRanges(line, ranges)}</code> <small class="dim">{cleanLine(match.condition)}</small>
    </>
  );
}

function markRanges(
  line: string,
  ranges: readonly (readonly [start: number, length: number])[],
): readonly (VNode | string)[] {
  const pieces: (VNode | string)[] = [];
  let end = 0;
  for (const [start, length] of [...ranges].sort(([a, x], [b, y]) => a - b || y - x)) {
    if (start < end) continue;
    pieces.push(line.slice(end, start), <mark>{line.slice(start, start + length)}</mark>);
    end = start + length;
  }
  return [...pieces, line.slice(end)];
}

/** What hooks changed: arguments before and after, or the rest of the event as a whole. */
function Changes({
  decision,
  before,
}: {
  decision: Decision;
  before: JsonObject[string] | undefined;
}): VNode | null {
  const changes = inputChanges(before, decision);
  const { output, tools, messages, callback } = decision;
  const others = Object.entries({ output, tools, messages, 'host action': callback }).filter(
    ([, value]) => value !== null,
  );
  if (changes.length + others.length === 0) return null;
  return (
    <>
      <h2>Changes</h2>
      <dl class="diff">
        {changes.map((change) => (
          <>
            <dt>{change.key}</dt>
            {change.before !== null && (
              <dd>
                <del>{change.before}</del>
              </dd>
            )}
            {change.after !== null && (
              <dd>
                <ins>{change.after}</ins>
              </dd>
            )}
          </>
        ))}
        {others.map(([part, value]) => (
          <>
            <dt>{part}</dt>
            <dd>
              <ins>{cleanLine(JSON.stringify(value))}</ins>
            </dd>
          </>
        ))}
      </dl>
    </>
  );
}
