/**
 * A schema of any library that speaks Standard Schema v1: zod, valibot, arktype, or a few lines of one's own.
 *
 * Written down here because it is all that the SDK needs of a schema, and it depends on nothing.
 * Source: https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What may be handed to a schema, as TypeScript sees it. */
export type InputOf<S> = S extends StandardSchema<infer Input, infer _> ? Input : never;
/** What comes out of it. */
export type OutputOf<S> = S extends StandardSchema<infer _, infer Output> ? Output : never;

/** The schema's output. Throws where the value does not fit, with every problem and its place. */
export async function readBySchema(schema: StandardSchema, value: unknown, what: string): Promise<unknown> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map(({ message, path = [] }) => {
    const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  throw new TypeError(`${what} does not fit its schema: ${problems.join('; ')}`);
}
