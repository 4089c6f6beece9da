import type { VNode } from 'preact';
import type { ScreenProps } from '../screen-props.ts';

export function Agents(_: ScreenProps): VNode {
  return <main class="app">Agents</main>;
}
