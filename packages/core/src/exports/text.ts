export { listPrograms } from '../command/list-programs.ts';
export { makeRedactor, redactDeep } from '../contracts/redact.ts';
export { decodeUtf8, readJsonDocument, readPayloadDocument } from '../events/json.ts';
export { cleanLine, exactLine, exactText, isContextName, quoteWord, readCommand } from '../events/text.ts';
