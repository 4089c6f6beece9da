import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { type Link, readEvents } from './connection.ts';
import { EventStore } from './event-store.ts';
import { useHealth } from './health.ts';
import { keys, listenToKeys } from './keyboard.ts';
import { Live } from './live/live.tsx';
import { Copy, Empty, Guarded } from './parts.tsx';
import { formatRoute, parseRoute, type Screen, screens } from './route.ts';
import type { ScreenProps } from './screen-props.ts';
import { Agents } from './screens/agents.tsx';
import { History } from './screens/history.tsx';
import { Hooks } from './screens/hooks.tsx';
import { Playground } from './screens/playground.tsx';

const views: Readonly<Record<Screen, FunctionComponent<ScreenProps>>> = {
  live: Live,
  hooks: Hooks,
  agents: Agents,
  playground: Playground,
  history: History,
};

const titles: Readonly<Record<Screen, string>> = {
  live: 'Live',
  hooks: 'Hooks',
  agents: 'Agents',
  playground: 'Playground',
  history: 'History',
};

const linkTexts: Readonly<Record<Link, readonly [text: string, tone: string]>> = {
  opening: ['connecting', 'dim'],
  live: ['● live', 'allow'],
  lost: ['○ hooks ui has stopped', 'block'],
  locked: ['○ no session', 'block'],
};

export function App({ isOpen }: { isOpen: boolean }): VNode {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [link, setLink] = useState<Link>(isOpen ? 'opening' : 'locked');
  const [store] = useState(() => new EventStore(() => redraw(null)));
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  const health = useHealth(isOpen);
  const help = useRef<HTMLDialogElement>(null);

  const go: ScreenProps['go'] = (change, how) => {
    const hash = formatRoute({ ...parseRoute(location.hash), ...change });
    if (how === 'replace') history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
    setRoute(parseRoute(hash));
  };
  useEffect(() => {
    if (isOpen) void readEvents({ read: (entry, isLive) => store.add(entry, isLive), link: setLink });
    const show = (): void => setRoute(parseRoute(location.hash));
    addEventListener('popstate', show);
    const ignoreKeys = listenToKeys({
      openScreen: (screen) => go({ screen, trace: null, query: {} }),
      close: () => {
        if (parseRoute(location.hash).trace !== null) go({ trace: null });
        else go({ query: {} }, 'replace');
      },
      help: () => help.current?.showModal(),
    });
    return () => {
      removeEventListener('popstate', show);
      ignoreKeys();
    };
  }, []);

  const View = views[route.screen];
  const [linkText, linkTone] = linkTexts[link];
  return (
    <>
      <header>
        <h1>HookMD</h1>
        <nav aria-label="Screens">
          {screens.map((screen) => (
            <a
              key={screen}
              href={formatRoute({ screen, trace: null, query: {} })}
              {...(screen === route.screen ? { 'aria-current': 'page' as const } : {})}
            >
              {titles[screen]}
              {health[screen] && <span class="count"> ✗ {health[screen]}</span>}
            </a>
          ))}
        </nav>
        <span class={`connection ${linkTone}`} role="status">
          {linkText}
        </span>
        <button type="button" aria-label="Keys" onClick={() => help.current?.showModal()}>
          ?
        </button>
      </header>
      {link === 'locked' ? (
        <main class="app">
          <Empty title="This link was used">
            <p>
              Each link opens one page. Press Enter in the terminal where hooks ui runs to get another one, or
              start it:
            </p>
            <Copy text="hooks ui" />
          </Empty>
        </main>
      ) : (
        <Guarded key={route.screen}>
          <View store={store} route={route} go={go} />
        </Guarded>
      )}
      <dialog ref={help} aria-label="Keys">
        <h2>Keys</h2>
        <dl>
          {keys.map(([key, about]) => (
            <>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{about}</dd>
            </>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
