export { Budget, evaluateWithin, type Guarded } from './budget.ts';
export { expandBraces } from './expand-braces.ts';
export { fillInVariables } from './fill-in-variables.ts';
export {
  findProgramSource,
  findScript,
  isInterpreterArgument,
  isStandardInput,
  type ProgramSource,
  type ScriptArgument,
} from './interpreters.ts';
export { type CommandList, type ListedCommand, listCommands, replaceWords } from './list-commands.ts';
export { makeChain } from './pattern-chain.ts';
export { type PlainCommand, readPlainScript } from './plain-script.ts';
export { quoteWord } from './quote-word.ts';
export { type RedirectedWrite, type ShellSplit, type SimpleCommand, splitShell } from './split.ts';
export { findWrappedProgram, type WrappedProgram } from './unwrap.ts';
export type { Word } from './word.ts';
