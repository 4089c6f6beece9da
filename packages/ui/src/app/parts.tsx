import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Problem, request } from './connection.ts';

const COPIED_MS = 1500;

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

/** A document of the server: what arrived last stays until the next one is there. */
export interface Loaded<T> {
  readonly document: T | null;
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/** Loads a document of the server, and again after `reload`, or where `path` changes; null = none. */
export function useDocument<T>(path: string | null): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ document: null, problem: null });
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    request<T>(path, { signal: controller.signal }).then(
      (document) => setState({ document, problem: null }),
      (problem) => {
        if (!controller.signal.aborted) setState(({ document }) => ({ document, problem }));
      },
    );
    return () => controller.abort();
  }, [path, count]);
  return { ...state, reload: () => setCount((before) => before + 1) };
}
