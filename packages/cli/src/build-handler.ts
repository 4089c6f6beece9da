import type { HandlerBuilder } from '@hookmd/core/internal/registry/handler-builder';

/** The built SDK that becomes part of every handler, beside this bundle: never one that a package brings. */
const SDK = `${import.meta.dirname}/sdk`;

/** Builds a handler. What it takes, esbuild above all, is loaded with the first that is built. */
export const buildHandler: HandlerBuilder = async (request) => {
  const { buildHandler: build } = await import('@hookmd/sdk/build');
  return build(request, { sdkDir: SDK });
};
