export { createHooks, type Hooks, type HooksOptions } from './create-hooks.ts';
