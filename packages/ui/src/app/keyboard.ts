import { screens } from './route.ts';

/** What each key does, as the help shows it. */
export const keys: readonly (readonly [key: string, about: string])[] = [
  ['1 – 5', 'open a screen'],
  ['/', 'filter'],
  ['j  k', 'next, previous row'],
  ['Enter', 'open the row'],
  ['Esc', 'close, or leave the filter'],
  ['?', 'show these keys'],
];

interface Actions {
  readonly openScreen: (screen: (typeof screens)[number]) => void;
  readonly close: () => void;
  readonly help: () => void;
}

/** Handles the keys of the page until the returned function is called. Keys in a field belong to the field, except Esc. */
export function listenToKeys(actions: Actions): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const field = (event.target as Element).closest<HTMLElement>('input, select, textarea');
    if (event.key === 'Escape') {
      if (field === null) actions.close();
      else field.blur();
      return;
    }
    if (field !== null) return;
    const screen = screens[Number(event.key) - 1];
    const action =
      screen !== undefined
        ? () => actions.openScreen(screen)
        : {
            '/': () => document.querySelector<HTMLElement>('[data-filter]')?.focus(),
            j: () => focusRow(1),
            k: () => focusRow(-1),
            '?': actions.help,
          }[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

/** Without a focused row, the open one counts, then the first. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].sort(
    (a, b) => rowIndex(a) - rowIndex(b),
  );
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const at = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'));
  rows[at < 0 ? 0 : at + step]?.focus();
}

/** A list that draws a part of its rows keeps them in any order. */
function rowIndex(row: HTMLElement): number {
  return Number(row.dataset['row']);
}
