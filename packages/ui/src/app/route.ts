/** The screens, in the order of the tabs. */
export const screens = ['live', 'hooks', 'agents', 'playground', 'history'] as const;
export type Screen = (typeof screens)[number];

/** What the page shows: a screen, the event that is open, and the values of its filters. */
export interface Route {
  readonly screen: Screen;
  /** The span id of the open event. */
  readonly trace: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** `#/hooks?state=failing`, `#/live/0123abcd?agent=codex` */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [screen, trace = ''] = path.split('/');
  return {
    screen: screens.find((name) => name === screen) ?? 'live',
    trace: /^[0-9a-f]+$/.test(trace) ? trace : null,
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function formatRoute({ screen, trace, query }: Route): string {
  const values = Object.entries(query).filter(([, value]) => value !== '');
  const text = values.length === 0 ? '' : `?${new URLSearchParams(values)}`;
  return `#/${screen}${trace === null ? '' : `/${trace}`}${text}`;
}
