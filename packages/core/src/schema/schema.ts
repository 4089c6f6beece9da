/**
 * The only importer of zod in core, so it can be replaced in an afternoon. By name: zod's own `z` would bring all
 * of it along, its languages too, and take twice as long to load.
 *
 * zod costs some 20 ms to load: index time and authoring only, never the event path.
 */
export {
  array,
  boolean,
  custom,
  enum,
  int,
  json,
  literal,
  looseObject,
  number,
  optional,
  pipe,
  preprocess,
  record,
  strictObject,
  string,
  toJSONSchema,
  union,
  unknown,
  type ZodType,
} from 'zod';
