import { screens } from './route.ts';

/** What each key does, as the help shows it. */
export const keys: readonly (readonly [key: string, about: string])[] = [
  ['1 – 5', 'open a screen'],
  ['/', 'filter'],
  ['j  k', 'next, previous row'],
  ['Enter', 'open the row; again: go to what is open'],
  ['Esc', 'leave the filter; close; clear the filter'],
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
    if (event.key === 'Enter' && field?.matches('[data-filter]:not(form *)')) {
      field.blur();
      focusRow(1);
      return;
    }
    if (field !== null) return;
    const detail = document.querySelector<HTMLElement>('.detail');
    if (
      event.key === 'Enter' &&
      detail !== null &&
      document.activeElement?.matches('[data-row][aria-current]')
    ) {
      event.preventDefault();
      detail.focus();
      return;
    }
    const screen = screens[Number(event.key) - 1];
    const action =
      screen !== undefined
        ? () => actions.openScreen(screen)
        : {
            '/': selectFilter,
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

function selectFilter(): void {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]');
  filter?.focus();
  filter?.select();
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
