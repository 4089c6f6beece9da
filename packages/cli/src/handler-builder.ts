import { join } from 'node:path';
import type { BuildRequest, BuildResult } from '@hookmd/sdk/build';

/** The built SDK that becomes part of every handler, beside this bundle: never one that a package brings. */
const SDK_DIR = join(import.meta.dirname, 'sdk');

/** Builds a handler module. The bundler is loaded when the first one is built. */
export async function buildWithSdk(request: BuildRequest): Promise<BuildResult> {
  const { buildHandler } = await import('@hookmd/sdk/build');
  return buildHandler(request, { sdkDir: SDK_DIR });
}
