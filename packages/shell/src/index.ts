export { Budget, evaluateWithin, type Guarded, makeChain } from './budget.ts';
export { expandBraces, fillInVariables, replaceBrackets } from './expand.ts';
export {
  findProgramSource,
  findScript,
  isInterpreterArgument,
  isShell,
  isStandardInput,
  knowsTests,
  type ProgramSource,
  type ScriptArgument,
} from './interpreters.ts';
export {
  type CommandList,
  findUnsetVariables,
  type ListedCommand,
  listCommands,
  type PlainCommand,
  readPlainScript,
  replaceWords,
} from './list-commands.ts';
export { quoteWord } from './quote-word.ts';
export {
  type Heredoc,
  type RedirectedFile,
  type ShellSplit,
  type SimpleCommand,
  splitShell,
} from './split.ts';
export { findWrappedProgram, type WrappedProgram } from './unwrap.ts';
export {
  type Resolved,
  readEnvironment,
  resolveValues,
  type Surroundings,
  unwrapScript,
} from './values/resolve-values.ts';
export type { Word } from './word.ts';
export { ABSENT_WORD, Options } from './word.ts';
export { findDirectoryOption } from './wrappers.ts';
