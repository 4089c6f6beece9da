import type { Executor } from './executor.ts';

/** Asks a small model once. What that takes is loaded with the first hook of its kind. */
export const prompt: Executor = {
  startsProcess: false,
  async run(request) {
    const [{ runModel }, { askOnce }] = await Promise.all([
      import('./model/run-model.ts'),
      import('./model/run-model.ts'),
    ]);
    return runModel(request, async (run) => {
      const { service } = request;
      if (service?.mode !== 'prompt') throw new Error('it has no prompt');
      return askOnce(service, run);
    });
  },
};
