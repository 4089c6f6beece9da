import {
  aFunction,
  allOf,
  anObject,
  type CallRow,
  checkResult,
  filled,
  guardMethods,
  isValid,
  mapOf,
  maybe,
  must,
  objectOf,
  openObjectOf,
  optionsOf,
  signal,
  subagentOptions,
  text,
} from '@hookmd/library/adapter';

type Members = Readonly<Record<string, unknown>>;

const isFunction = (value: unknown): boolean => typeof value === 'function';
/** A model's name is rejected later, with MODEL_BY_NAME. */
const model = must('a model, such as `openai(…)` gives', (value) => {
  const { doGenerate, doStream } = (value ?? {}) as Members;
  return typeof value === 'string' || isFunction(doGenerate) || isFunction(doStream);
});
const aTool = must('a tool, such as `tool({ … })` gives', (value) => isValid(anObject, value));
const tools = mapOf(maybe(aTool));
/** An agent would pass as settings that have neither model nor tools. */
const settings = allOf(
  must(
    'what an agent is made of, not an agent',
    (value) => !isFunction(((value ?? {}) as Members)['generate']),
  ),
  openObjectOf({ model: maybe(model), tools: maybe(tools) }),
);
const result = must('the result of a run, with its `steps`', (value) => {
  const { steps } = (value ?? {}) as Members;
  return Array.isArray(steps) || isFunction((steps as Members | undefined)?.['then']);
});

const rows: Readonly<Record<'settings' | 'model' | 'tools' | 'run' | 'subagent' | 'coverage', CallRow>> = {
  settings: {
    takes: { settings },
    example: 'new ToolLoopAgent(session.settings({ model, tools }))',
    isSync: true,
  },
  model: { takes: { model }, example: "session.model(openai('gpt-5'))", isSync: true },
  tools: {
    takes: { tools, options: maybe(optionsOf({ server: filled })) },
    example: "session.tools({ Bash: tool({ … }) }, { server: 'github' })",
    isSync: true,
  },
  run: {
    takes: { prompt: text, generate: aFunction, options: maybe(optionsOf({ signal })) },
    example: 'session.run(prompt, (messages) => agent.generate({ messages }), { signal })',
  },
  subagent: {
    takes: { options: objectOf({ ...subagentOptions, task: text }), open: aFunction },
    example: "session.subagent({ type: 'explorer', task }, (child) => (messages) => …)",
  },
  coverage: { takes: { tools }, example: 'session.coverage(tools)', isSync: true },
};

type Guarded = { readonly [K in keyof typeof rows]: (...given: never[]) => unknown };

/** Replaces methods by ones that reject wrong arguments with CALL_INVALID before anything runs. */
export function guardCalls<C extends Guarded>(conversation: C): C {
  return guardMethods<C>('session', conversation, rows as { readonly [K in keyof C]?: CallRow });
}

/** Throws RESULT_INVALID where `generate` did not return a result of the SDK. */
export function checkGenerated(given: unknown): void {
  checkResult(
    'generate',
    result,
    given,
    'Return what `agent.generate({ messages })` gives; perhaps a `return` is missing.',
  );
}

/** Throws RESULT_INVALID where `open` of a sub-agent did not return a function. */
export function checkOpened<F>(given: F): F {
  checkResult(
    'open',
    aFunction,
    given,
    'Return a function, such as `(messages) => agent.generate({ messages })`.',
  );
  return given;
}
