export { HookBlockedError } from '@hookmd/core/internal/library/hook-blocked-error';
export {
  type AiConversation,
  type AiSession,
  type AiSessionOptions,
  type HookMiddleware,
  openAiSession,
} from './ai-session.ts';
