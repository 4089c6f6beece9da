import { useEffect, useState } from 'preact/hooks';
import { request } from './connection.ts';
import type { Screen } from './route.ts';

/** `hooks list` and `hooks doctor` start processes. */
const EVERY_MS = 60_000;
/** States of hooks that you chose and that do not run as you expect. */
const TROUBLED = ['failing', 'invalid', 'ineligible', 'unapproved', 'changed'];

/** What needs the user on other screens, as short texts. */
export type Health = Partial<Readonly<Record<Screen, string>>>;

/** Checks hooks and attached agents now, every minute, and where the user comes back to the page. */
export function useHealth(isOpen: boolean): Health {
  const [health, setHealth] = useState<Health>({});
  useEffect(() => {
    if (!isOpen) return;
    let checkedAt = 0;
    const check = (): void => {
      if (document.hidden || Date.now() - checkedAt < EVERY_MS / 10) return;
      checkedAt = Date.now();
      void checkHooks().then((hooks) => setHealth((before) => ({ ...before, hooks })), ignore);
      void checkAgents().then((agents) => setHealth((before) => ({ ...before, agents })), ignore);
    };
    check();
    const timer = setInterval(check, EVERY_MS);
    addEventListener('focus', check);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', check);
    };
  }, []);
  return health;
}

/** The screen itself shows what went wrong. */
const ignore = (): void => {};

async function checkHooks(): Promise<string> {
  const { hooks } = await request<{ readonly hooks: readonly { readonly state: string }[] }>('/api/hooks');
  const count = hooks.filter(({ state }) => TROUBLED.includes(state)).length;
  return count === 0 ? '' : `${count} to fix`;
}

async function checkAgents(): Promise<string> {
  const { agents } = await request<{
    readonly agents: readonly { readonly name: string; readonly attached: boolean }[];
  }>('/api/agents');
  const attached = agents.filter((agent) => agent.attached);
  const checks = attached.map(({ name }) => request<{ readonly ok: boolean }>(`/api/doctor?agent=${name}`));
  const broken = (await Promise.all(checks)).filter(({ ok }) => !ok).length;
  return broken === 0 ? '' : `${broken} not connected`;
}
