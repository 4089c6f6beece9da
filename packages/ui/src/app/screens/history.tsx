import type { VNode } from 'preact';
import type { ScreenProps } from '../screen-props.ts';

export function History(_: ScreenProps): VNode {
  return <main class="app">History</main>;
}
