export { cleanLine, exactLine, exactText } from '../events/clean-text.ts';
export { readCommand } from '../events/command-words.ts';
export { decodeUtf8, readJsonDocument, readPayloadDocument } from '../events/json-document.ts';
export { quoteWord } from '../events/quote-word.ts';
