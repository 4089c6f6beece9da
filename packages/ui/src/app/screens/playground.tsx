import type { VNode } from 'preact';
import type { ScreenProps } from '../app.tsx';

export function Playground(_: ScreenProps): VNode {
  return <main class="app">Playground</main>;
}
