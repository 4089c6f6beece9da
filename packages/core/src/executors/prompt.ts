import type { Executor } from './executor.ts';

/** Calls a small model once. The code is loaded with the first hook of this type. */
export const prompt: Executor = {
  startsProcess: false,
  async run(request) {
    const [{ runModel }, { promptOnce }] = await Promise.all([
      import('./model/run-model.ts'),
      import('./model/run-model.ts'),
    ]);
    return runModel(request, async (run) => {
      const { service } = request;
      if (service?.mode !== 'prompt') throw new Error('it has no prompt');
      return promptOnce(service, run);
    });
  },
};
