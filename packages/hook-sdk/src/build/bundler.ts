/** What is used of esbuild; the only file that names it. */
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
