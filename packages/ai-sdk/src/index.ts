export { HookBlockedError } from '@hookmd/library/adapter';
export {
  type AiConversation,
  type AiSession,
  type AiSessionOptions,
  type HookMiddleware,
  openAiSession,
} from './ai-session.ts';
