import type { VNode } from 'preact';
import type { ScreenProps } from '../screen-props.ts';

export function Hooks(_: ScreenProps): VNode {
  return <main class="app">Hooks</main>;
}
