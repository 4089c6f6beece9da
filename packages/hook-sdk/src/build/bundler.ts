/** The only file that imports esbuild. */
export type {
  BuildFailure,
  BuildResult as BundleResult,
  Loader,
  Message,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  OutputFile,
  Plugin,
} from 'esbuild';
export { build as bundle, stop as stopBundler } from 'esbuild';
