import type { VNode } from 'preact';
import type { ScreenProps } from '../app.tsx';

export function Agents(_: ScreenProps): VNode {
  return <main class="app">Agents</main>;
}
