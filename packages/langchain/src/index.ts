export type { AgentWithTools } from './coverage.ts';
export { blockOf, HookBlockedError } from './hook-blocked-error.ts';
export {
  hookMiddleware,
  type LangChainConversation,
  type LangChainSession,
  type LangChainSessionOptions,
  openLangChainSession,
} from './langchain-session.ts';
