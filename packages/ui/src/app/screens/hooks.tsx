import type { VNode } from 'preact';
import type { ScreenProps } from '../app.tsx';

export function Hooks(_: ScreenProps): VNode {
  return <main class="app">Hooks</main>;
}
