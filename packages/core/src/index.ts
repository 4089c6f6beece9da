export { createHooks, type Fired, type Hooks, type HooksOptions } from './create-hooks.ts';
