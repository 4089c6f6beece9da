export { makeRedactor, redactDeep } from '../contracts/redact.ts';
export {
  attachedAgent,
  attachedAgentOf,
  DEFAULT_LAUNCHER,
  isLauncherName,
  isSharedCommand,
  LAUNCHER,
  sharedCommand,
} from '../events/attached-agent.ts';
export { decodeUtf8, readJsonDocument, readPayloadDocument } from '../events/json.ts';
export {
  cleanLine,
  counted,
  exactLine,
  exactText,
  isContextName,
  quoteWord,
  readCommand,
} from '../events/text.ts';
