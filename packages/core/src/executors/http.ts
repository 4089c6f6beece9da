import type { Executor } from './executor.ts';

/** Asks a service over HTTP. All that takes is loaded with the first hook of this mode. */
export const http: Executor = {
  startsProcess: false,
  run: async (request) => (await import('./http/call-service.ts')).callService(request),
};
