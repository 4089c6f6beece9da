import { Validator } from '@langchain/core/utils/json_schema';
import type { ToolCallRequest } from './shapes.ts';

/** Both majors of zod. */
interface ZodSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
}

/** What is wrong with an input of this tool; null = nothing, or its schema validates asynchronously. */
export function problemOfInput(tool: ToolCallRequest['tool'], input: unknown): string | null {
  const { schema } = (tool ?? {}) as { readonly schema?: unknown };
  if (typeof schema !== 'object' || schema === null) return null;
  if ('safeParse' in schema) {
    const { success, error } = (schema as ZodSchema).safeParse(input);
    return success ? null : (error?.message ?? 'it does not fit');
  }
  const { valid, errors } = new Validator(schema, '2019-09', false).validate(input);
  return valid
    ? null
    : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join('; ');
}
