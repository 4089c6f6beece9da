import type { BuildRequest, BuiltFile } from './request.ts';

/** The first lines of a built handler, which mark it as built and make it executable. */
const STAMP = '#!/usr/bin/env node\n// hookmd-handler/1\n';

/** Loads modules of Node only: anything else is not in the bundle and was not approved. */
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
      /** The text before the bundle. */
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

/** The module that is started. It imports the runtime before the author's module. */
export function entryText({ file, protocol, exportName }: BuildRequest, form: BuiltFile): string {
  const options = { protocol, ...(exportName === undefined ? {} : { export: exportName }) };
  const isOpencode = protocol === 'opencode';
  return [
    `import { serve } from ${JSON.stringify('@hookmd/sdk/serve')};`,
    ...(isOpencode
      ? [`import { openPlugins as open } from ${JSON.stringify('@hookmd/sdk/serve/opencode')};`]
      : []),
    `import * as handler from ${JSON.stringify(`./${file}`)};`,
    `${forms[form].awaits} serve(handler, ${isOpencode ? '{ open }' : JSON.stringify(options)});`,
  ].join('\n');
}
