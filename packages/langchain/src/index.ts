export { HookBlockedError } from '@hookmd/library/adapter';
export type { AgentWithTools } from './coverage.ts';
export {
  blockOf,
  hookMiddleware,
  type LangChainConversation,
  type LangChainSession,
  type LangChainSessionOptions,
  openLangChainSession,
} from './langchain-session.ts';
