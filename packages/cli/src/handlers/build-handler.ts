import type { BuildRequest, BuildResult, HandlerBuilder } from '@hookmd/core/registry';

/** The built SDK that becomes part of every handler, beside this bundle: never one that a package brings. */
const SDK = `${import.meta.dirname}/sdk`;

/** Builds a handler. What it takes, esbuild above all, is loaded with the first that is built. */
export const buildHandler: HandlerBuilder = (request) => build(request, {});

/** As its author does it: with the libraries of the npm project around it, null = there is none. */
export function buildInProject(request: BuildRequest, projectDir: string | null): Promise<BuildResult> {
  return build(request, projectDir === null ? {} : { projectDir });
}

async function build(
  request: BuildRequest,
  settings: { readonly projectDir?: string },
): Promise<BuildResult> {
  const { buildHandler: build } = await import('@hookmd/sdk/build');
  return build(request, { sdkDir: SDK, ...settings });
}
