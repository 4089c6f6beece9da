export type { EventName, EventPayload, JsonObject, JsonValue, Message } from '@hookmd/core/events';
export { defineHook, type Hook, type HookSpec } from './define-hook.ts';
export type { Methods } from './methods.ts';
export type { HookResult } from './results.ts';
export type { StandardSchema } from './standard-schema.ts';
export type { EventOf, ToolSchemas } from './tool-schemas.ts';
