import type { EventLogEntry } from '@hookmd/core/event-log';

/** What a command prints instead of its result. */
export interface Problem {
  readonly message: string;
  readonly remedy: string;
}

/** Whether events arrive: `lost` = the server does not respond; `locked` = the link was used, so there is no session. */
export type Link = 'opening' | 'live' | 'lost' | 'locked';

const SECRET = 'hookmd-session';
const RETRY_MS = 1000;

/**
 * Opens the session of the link, which is behind the `#` so that it is in no request and no log. The secret stays with this tab: another
 * page of this machine has another origin and cannot read it.
 */
export async function openSession(): Promise<boolean> {
  // A new link in the same tab differs only behind the `#`, and loads nothing by itself.
  addEventListener('hashchange', () => {
    if (tokenOf(location) !== '') location.reload();
  });
  const token = tokenOf(location);
  if (token !== '') {
    history.replaceState(null, '', '#/');
    const response = await fetch('/api/session', { method: 'POST', body: token }).catch(() => null);
    if (response?.ok) sessionStorage.setItem(SECRET, (await response.json()).secret);
  }
  return sessionStorage.getItem(SECRET) !== null;
}

/** What is behind the `#` of a link; '' = a screen. */
function tokenOf({ hash }: Location): string {
  return hash.startsWith('#/') ? '' : hash.slice(1);
}

/** The result of a command, as `--json` prints it. Throws a Problem. */
export async function request<T>(
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<T> {
  const method = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const [{ ok, status }, document] = await fetch(path, {
    ...method,
    headers: authorization(),
    ...(signal ? { signal } : {}),
  })
    .then(async (response) => [response, await response.json()] as const)
    .catch((error) => {
      if (signal?.aborted) throw error;
      throw stopped;
    });
  if (ok) return document;
  throw status === 401 ? locked : (document as Problem);
}

const stopped: Problem = {
  message: '`hooks ui` has stopped.',
  remedy: 'Run `hooks ui` again, and open the link that it prints.',
};
const locked: Problem = {
  message: 'This link was used.',
  remedy: 'Press Enter in the terminal where `hooks ui` runs, and open the new link.',
};

function authorization(): Record<string, string> {
  return { authorization: `Bearer ${sessionStorage.getItem(SECRET)}` };
}

/** What arrives of the event log: past entries, newest first, and live ones at any time. */
export interface EventReader {
  readonly read: (entry: EventLogEntry, isLive: boolean) => void;
  readonly link: (link: Link) => void;
}

/** Reads events for as long as the page is open; a connection that was lost is opened again, and sends the past again. */
export async function readEvents(reader: EventReader): Promise<never> {
  for (;;) {
    try {
      const response = await fetch('/api/events', { headers: authorization() });
      if (response.status === 401) reader.link('locked');
      else if (response.body !== null) {
        reader.link('live');
        await readMessages(response.body, reader);
      }
    } catch {
      // The server has stopped, or the machine slept.
    }
    if (sessionStorage.getItem(SECRET) !== null) reader.link('lost');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function readMessages(body: ReadableStream<Uint8Array>, { read }: EventReader): Promise<void> {
  const decoder = new TextDecoder();
  const chunks = body.getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await chunks.read();
    if (done) return;
    const messages = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      // JSON may have line separators, which no `.` matches without `s`: an event must not hide behind one.
      const [, type, data] = /^event: (past|live)\ndata: (.*)$/s.exec(message) ?? [];
      if (data === undefined) continue;
      const entry: EventLogEntry = JSON.parse(data);
      // One line that was written by hand must not stop the page from drawing the others.
      if (!Number.isNaN(Date.parse(entry.time))) read(entry, type === 'live');
    }
  }
}
