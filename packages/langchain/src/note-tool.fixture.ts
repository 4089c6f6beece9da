import type { StructuredToolInterface } from '@langchain/core/tools';
import { tool } from 'langchain';

/** A tool that says it has noted something, or does what is given. */
export function noteTool(
  name = 'note',
  run: (input: never, config: never) => unknown = () => 'noted',
  fields: object = {},
): StructuredToolInterface {
  const schema = { type: 'object', properties: { text: { type: 'string' }, count: { type: 'number' } } };
  return tool(run as never, { name, description: name, schema, ...fields } as never) as never;
}
