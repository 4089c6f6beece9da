import type { BuildRequest, BuiltFile } from './request.ts';

/** What a built handler begins with: a module that does is run as it is. By the first line it is a program of its own too. */
const STAMP = '#!/usr/bin/env node\n// hookmd-handler/1\n';

/** Gives Node's modules only: what is not part of the bundle was not approved. */
const REQUIRE = `(name) => {
  const module = globalThis.process.getBuiltinModule(name);
  if (module === undefined) throw Object.assign(new Error(\`"\${name}" is not part of this handler\`), { code: 'MODULE_NOT_FOUND' });
  return module;
};`;

/** How the two kinds of module differ. Source: docs/decisions/0026. */
export const forms: Readonly<
  Record<
    BuiltFile,
    {
      readonly format: 'cjs' | 'esm';
      /** What stands before the bundle. */
      readonly banner: string;
      readonly define: Readonly<Record<string, string>>;
      readonly awaits: string;
    }
  >
> = {
  'handler.cjs': {
    format: 'cjs',
    banner: `${STAMP}const hookmd$meta = { get url() { return 'file://' + encodeURI(__filename).replace(/[?#]/g, encodeURIComponent); } };
require = ${REQUIRE}`,
    define: {
      'import.meta.url': 'hookmd$meta.url',
      'import.meta.filename': '__filename',
      'import.meta.dirname': '__dirname',
    },
    awaits: 'void',
  },
  'handler.mjs': {
    format: 'esm',
    // A global, because a module may have a `require` of its own, and two declarations would not be a program.
    banner: `${STAMP}globalThis.require ??= ${REQUIRE}`,
    define: {},
    awaits: 'await',
  },
};

/** The module that is started: the author's, given to the runtime, which has to be there first. */
export function entryText({ file, convention, exportName }: BuildRequest, form: BuiltFile): string {
  const options = { convention, ...(exportName === undefined ? {} : { export: exportName }) };
  return [
    `import { serve } from ${JSON.stringify('@hookmd/sdk/serve')};`,
    `import * as handler from ${JSON.stringify(`./${file}`)};`,
    `${forms[form].awaits} serve(handler, ${JSON.stringify(options)});`,
  ].join('\n');
}
