import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useErrorBoundary, useReducer, useState } from 'preact/hooks';
import { type Problem, request } from './connection.ts';

const COPIED_MS = 1500;
const TICK_MS = 5000;
const SECOND_MS = 1000;
/** The largest first. */
const UNITS = [
  ['day', 24 * 3600 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
  ['second', SECOND_MS],
] as const;
const relative = new Intl.RelativeTimeFormat('en');

/** A command to paste, with a button that copies it. */
export function Copy({ text }: { text: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <div class="copy">
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={`Copy ${text}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

/** What is not there, and what to do next. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A text in which commands are in backquotes; each command can be copied. */
export function Remedy({ text }: { text: string }): VNode {
  const commands = [...text.matchAll(/`(hooks [^`]+)`/g)].map(([, command = '']) => command);
  return (
    <>
      <p>{text.replaceAll('`', '')}</p>
      {commands.map((command) => (
        <Copy key={command} text={command} />
      ))}
    </>
  );
}

export function ProblemView({ problem: { message, remedy } }: { problem: Problem }): VNode {
  return (
    <section class="problem" role="alert">
      <p>{message.replaceAll('`', '')}</p>
      <Remedy text={remedy} />
    </section>
  );
}

/** How long ago an ISO time was, and stays true while it is shown. */
export function Ago({ time }: { time: string }): VNode {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS, null);
    return () => clearInterval(timer);
  }, []);
  const ageMs = Date.now() - Date.parse(time);
  const [unit, ms] = UNITS.find(([, size]) => ageMs >= size) ?? ['second', SECOND_MS];
  return (
    <time dateTime={time} title={new Date(time).toLocaleString()}>
      {ageMs >= TICK_MS ? relative.format(-Math.floor(ageMs / ms), unit) : 'just now'}
    </time>
  );
}

/** A part of the page that fails alone: a line of the event log that was written by hand can have anything in it. */
export function Guarded({ children }: { children: ComponentChildren }): VNode {
  const [error] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  const problem = {
    message: `This part cannot be shown: ${error instanceof Error ? error.message : error}.`,
    remedy: 'See `hooks log`, and report it with the output of `hooks trace --json`.',
  };
  return <ProblemView problem={problem} />;
}

/** A document of the server: what arrived last stays until the next one is there. */
export interface Loaded<T> {
  readonly document: T | null;
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/** Loads a document of the server, and again after `reload`, or where `path` changes and stays for `delayMs`. */
export function useDocument<T>(path: string, delayMs = 0): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ document: null, problem: null });
  const [count, setCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      request<T>(path, { signal: controller.signal }).then(
        (document) => setState({ document, problem: null }),
        (problem) => {
          if (!controller.signal.aborted) setState(({ document }) => ({ document, problem }));
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, count]);
  return { ...state, reload: () => setCount((before) => before + 1) };
}
