export { HookBlockedError } from '@hookmd/core/internal/library/hook-blocked-error';
export { blockOf } from './block-of.ts';
export type { AgentWithTools } from './coverage.ts';
export {
  hookMiddleware,
  type LangChainConversation,
  type LangChainSession,
  type LangChainSessionOptions,
  openLangChainSession,
} from './langchain-session.ts';
