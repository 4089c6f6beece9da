import {
  aFunction,
  allOf,
  anObject,
  type CallRow,
  checkResult,
  filled,
  guardCall,
  isValid,
  mapOf,
  maybe,
  must,
  objectOf,
  openObjectOf,
  optionsOf,
  rejecting,
  signal,
  subagentOptions,
  text,
  throwing,
} from '@hookmd/library/adapter';

type Members = Readonly<Record<string, unknown>>;

const isFunction = (value: unknown): boolean => typeof value === 'function';
/** A name is rejected elsewhere, with how to do without. */
const model = must('a model, such as `openai(…)` gives', (value) => {
  const { doGenerate, doStream } = (value ?? {}) as Members;
  return typeof value === 'string' || isFunction(doGenerate) || isFunction(doStream);
});
const aTool = must('a tool, such as `tool({ … })` gives', (value) => isValid(anObject, value));
const tools = mapOf(maybe(aTool));
/** An agent has settings too, and would be taken for some that have neither model nor tools. */
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
  },
  model: { takes: { model }, example: "session.model(openai('gpt-5'))" },
  tools: {
    takes: { tools, options: maybe(optionsOf({ server: filled })) },
    example: "session.tools({ Bash: tool({ … }) }, { server: 'github' })",
  },
  run: {
    takes: { prompt: text, generate: aFunction, options: maybe(optionsOf({ signal })) },
    example: 'session.run(prompt, (messages) => agent.generate({ messages }), { signal })',
  },
  subagent: {
    takes: { options: objectOf({ ...subagentOptions, task: text }), open: aFunction },
    example: "session.subagent({ type: 'explorer', task }, (child) => (messages) => …)",
  },
  coverage: { takes: { tools }, example: 'session.coverage(tools)' },
};

type Guarded = { readonly [K in keyof typeof rows]: (...given: never[]) => unknown };

/** Puts functions that refuse wrong arguments with CALL_INVALID, before anything is asked or done, in the place of those that do not. */
export function guardCalls<C extends Guarded>(conversation: C): C {
  for (const [name, row] of Object.entries(rows)) {
    const key = name as keyof Guarded;
    const refuse = key === 'run' || key === 'subagent' ? rejecting : throwing;
    Object.assign(conversation, { [key]: guardCall(`session.${key}`, row, conversation[key], refuse) });
  }
  return conversation;
}

/** Throws RESULT_INVALID where `generate` gave no result of the SDK. */
export function checkGenerated(given: unknown): void {
  checkResult(
    'generate',
    result,
    given,
    'Return what `agent.generate({ messages })` gives; perhaps a `return` is missing.',
  );
}

/** The same; throws RESULT_INVALID where the function that makes a sub-agent gave none that makes it answer. */
export function checkOpened<F>(given: F): F {
  checkResult(
    'open',
    aFunction,
    given,
    'Return a function, such as `(messages) => agent.generate({ messages })`.',
  );
  return given;
}
