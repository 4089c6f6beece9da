/**
 * A schema of any library that implements Standard Schema v1, such as zod, valibot and arktype.
 *
 * Declared here so that the SDK has no dependency.
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

/** The type of the values that a schema accepts. */
export type InputOf<S> = S extends StandardSchema<infer Input, infer _> ? Input : never;
/** The type of the values that it returns. */
export type OutputOf<S> = S extends StandardSchema<infer _, infer Output> ? Output : never;

/** The schema's output. Throws where the value does not fit, with every problem and its path. */
export async function readBySchema(schema: StandardSchema, value: unknown, name: string): Promise<unknown> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map(({ message, path = [] }) => {
    const location = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    return location === '' ? message : `${location}: ${message}`;
  });
  throw new TypeError(`${name} does not fit its schema: ${problems.join('; ')}`);
}
