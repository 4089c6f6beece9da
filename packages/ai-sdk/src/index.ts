export {
  type AiConversation,
  type AiSession,
  type AiSessionOptions,
  type HookMiddleware,
  openAiSession,
} from './ai-session.ts';
export { HookBlockedError } from './hook-blocked-error.ts';
