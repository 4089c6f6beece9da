import type { SdkTool } from './sdk-shapes.ts';

/** What schemas of the AI SDK have in common: the standard of schema libraries, or a function of the SDK's own. */
interface Validator {
  readonly '~standard'?: { validate(value: unknown): Validated };
  validate?(value: unknown): Validated;
}

interface Validated {
  /** Of the standard: present where it does not fit. */
  readonly issues?: readonly { readonly message: string }[];
  /** Of the SDK. */
  readonly success?: boolean;
  readonly error?: { readonly message: string };
}

/** What is wrong with an input of this tool; null = nothing, or its schema does not tell at once. */
export function problemOfInput({ inputSchema }: SdkTool, input: unknown): string | null {
  // The SDK also takes a function that makes the schema.
  const schema: unknown = typeof inputSchema === 'function' ? inputSchema() : inputSchema;
  const validator = (schema ?? {}) as Validator;
  const found = validator['~standard']?.validate(input) ?? validator.validate?.(input);
  if (found?.issues !== undefined) return found.issues.map(({ message }) => message).join('; ');
  return found?.success === false ? (found.error?.message ?? 'it does not fit') : null;
}
