import type { Executor } from './executor.ts';

/** Lets a model read the project before it decides. The code is loaded with the first hook of this type. */
export const agent: Executor = {
  // The commands that it may run get the environment of a handler.
  startsProcess: true,
  async run(request) {
    const [{ runModel }, { explore }] = await Promise.all([
      import('./model/run-model.ts'),
      import('./model/explore.ts'),
    ]);
    return runModel(request, async (run) => {
      const { service } = request;
      if (service?.mode !== 'agent') throw new Error('it has no prompt');
      return explore(service, run, request);
    });
  },
};
