import { listOf, oneOf, openObjectOf, type Shape, text } from './shape.ts';

/** A conversation, as events tell it. */
export const messages: Shape = listOf(openObjectOf({ role: oneOf('user', 'assistant'), content: text }));
