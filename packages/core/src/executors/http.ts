import type { Executor } from './executor.ts';

/** Calls a service over HTTP. The code is loaded with the first hook of this type. */
export const http: Executor = {
  startsProcess: false,
  run: async (request) => (await import('./http/call-service.ts')).callService(request),
};
