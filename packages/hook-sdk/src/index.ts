export type { EventName, EventPayload } from '@hookmd/core/protocol';
export type { HookAnswer, Verbs } from './answers.ts';
export { defineHook, type Hook } from './define-hook.ts';
export { serveHook } from './serve-hook.ts';
