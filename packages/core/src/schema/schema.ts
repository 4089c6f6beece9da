/**
 * The only importer of zod in core, so it can be replaced in an afternoon.
 *
 * zod costs some 40 ms to load: index time and authoring only, never the event path.
 */
export { type ZodType, z } from 'zod';
