export { HookBlockedError } from '@hookmd/library/adapter';
export { blockOf } from './block-of.ts';
export type { AgentWithTools } from './coverage.ts';
export {
  hookMiddleware,
  type LangChainConversation,
  type LangChainSession,
  type LangChainSessionOptions,
  openLangChainSession,
} from './langchain-session.ts';
