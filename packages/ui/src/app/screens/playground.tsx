import type { VNode } from 'preact';
import type { ScreenProps } from '../screen-props.ts';

export function Playground(_: ScreenProps): VNode {
  return <main class="app">Playground</main>;
}
