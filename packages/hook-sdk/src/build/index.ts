export { type BuildSettings, buildHandler } from './build-handler.ts';
export type { BuildProblem, BuildRequest, BuildResult } from './request.ts';
