export { eventJsonSchema } from '../schema/event-schema.ts';
export * from '../schema/schema.ts';
