import type { BuildRequest } from './request.ts';

/** First line of a built handler: a module that begins with it is run as it is. */
const STAMP = '// hookmd-handler/1';

/**
 * What stands before the bundle. Modules of the CommonJS kind ask for Node's by `require`, which an ES module has not.
 * It gives nothing else: what is not part of the bundle was not approved. A global, because a module may have
 * a `require` of its own, and two declarations would not be a program.
 */
export const BANNER: string = `${STAMP}
globalThis.require ??= (name) => {
  const module = globalThis.process.getBuiltinModule(name);
  if (module === undefined) throw Object.assign(new Error(\`"\${name}" is not part of this handler\`), { code: 'MODULE_NOT_FOUND' });
  return module;
};`;

/** The module that is started: the author's, given to the runtime, which has to be there first. */
export function entryText({ file, convention, exportName }: BuildRequest): string {
  const options = { convention, ...(exportName === undefined ? {} : { export: exportName }) };
  return [
    `import { serve } from ${JSON.stringify('@hookmd/sdk/serve')};`,
    `import * as handler from ${JSON.stringify(`./${file}`)};`,
    `await serve(handler, ${JSON.stringify(options)});`,
  ].join('\n');
}
