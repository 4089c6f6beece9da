import type { SdkTool } from './sdk-shapes.ts';

/** A schema of the AI SDK: Standard Schema, or with the SDK's own `validate`. */
interface Validator {
  readonly '~standard'?: { validate(value: unknown): Validated | PromiseLike<Validated> };
  validate?(value: unknown): Validated | PromiseLike<Validated>;
}

interface Validated {
  /** The parsed value. */
  readonly value?: unknown;
  /** Standard Schema: present where the value does not fit. */
  readonly issues?: readonly { readonly message: string }[];
  /** The SDK's own result. */
  readonly success?: boolean;
  readonly error?: { readonly message: string };
}

type Checked = { readonly value: unknown } | { readonly problem: string };

/** What is wrong with an input of this tool; null = nothing, or its schema validates asynchronously. */
export function problemOfInput(tool: SdkTool, input: unknown): string | null {
  const checked = check(tool, input);
  return 'problem' in checked ? checked.problem : null;
}

/** The input parsed by the schema of this tool. Throws where it does not fit. */
export async function parseInput(tool: SdkTool, input: unknown): Promise<unknown> {
  const checked = await check(tool, input);
  if ('problem' in checked) throw new Error(checked.problem);
  return checked.value;
}

function check({ inputSchema }: SdkTool, input: unknown): Checked | PromiseLike<Checked> {
  // The SDK also takes a function that makes the schema.
  const schema: unknown = typeof inputSchema === 'function' ? inputSchema() : inputSchema;
  const validator = (schema ?? {}) as Validator;
  const found = validator['~standard']?.validate(input) ?? validator.validate?.(input) ?? { value: input };
  return 'then' in found ? found.then(asChecked) : asChecked(found);
}

function asChecked({ issues, success, error, value }: Validated): Checked {
  if (issues !== undefined) return { problem: issues.map(({ message }) => message).join('; ') };
  return success === false ? { problem: error?.message ?? 'it does not fit' } : { value };
}
