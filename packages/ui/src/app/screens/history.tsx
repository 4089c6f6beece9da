import type { VNode } from 'preact';
import type { ScreenProps } from '../app.tsx';

export function History(_: ScreenProps): VNode {
  return <main class="app">History</main>;
}
