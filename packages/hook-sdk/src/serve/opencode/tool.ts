/** Any part of a schema: each call and each key gives the same again. */
const schema: unknown = new Proxy(() => {}, { get: () => schema, apply: () => schema });

/** In place of `@opencode-ai/plugin`: a tool can be defined there, and is not offered to the model. */
export const tool: ((definition: unknown) => unknown) & { readonly schema: unknown } = Object.assign(
  (definition: unknown) => definition,
  { schema },
);
