import { makeChain, Options, replaceBrackets } from './shell.generated.mjs';
import { isEverydayTarget, isLeftover, isOutside, isTemporaryDirectory } from './targets.mjs';

/** `rm -r` and similar, except for everyday targets. */
export function isRecursiveDelete(words, call) {
  const { name, isFilled } = call.current;
  const { operands, ...options } = readRm(words);
  const isRecursive = !/rm$/.test(name) || options.isRecursive || operands.some(mayBringOption);
  return (
    isRecursive &&
    ((isFilled && !isFedByFind(true, call)) ||
      operands.some((operand) => !isFound(operand, call) && !isEverydayTarget(operand, call)))
  );
}

/** `{}` of an allowed `find`, which finds build directories and leftovers only. */
function isFound(operand, call) {
  return operand === '{}' && call.mayDeleteFound;
}

function readRm(words) {
  const options = new Options(words.slice(1));
  return { operands: options.operands, isRecursive: options.has('rR', 'recursive') };
}

/** `$(echo -rf)`, `${X:--rf}`, and `$X-rf`, where X may be empty. */
function mayBringOption(operand) {
  return (
    /^(?:\$[({]|`).*[\s"'(`]-\w*[rR]|^\$\{\w+:?[-=+]["']?-\w*[rR]/s.test(operand) ||
    /^[$`].*-[dfiIvx]*[rR][dfiIrRvx]*$/s.test(operand)
  );
}

export function isWildcardDelete(words, call) {
  return (
    (call.current.isFilled && !isFedByFind(false, call)) ||
    readRm(words).operands.some((operand) => isBareWildcard(operand) && !isEverydayTarget(operand, call))
  );
}

/** A last part without a letter of its own: `*`, `src/*`, `.*`, `[a-z]*`. */
function isBareWildcard(target) {
  let end = target.length;
  while (target[end - 1] === '/') end -= 1;
  const last = target.slice(target.lastIndexOf('/', end - 1) + 1, end);
  return /[*?[]/.test(last) && /^[*?.]*$/.test(replaceBrackets(last, '?'));
}

/** Whether a word names a program that deletes, or is a script with one. */
export function namesRemoval(word) {
  return /(^|[\s/;&|(])(rm|grm|shred|srm|unlink|rimraf|truncate)($|[\s;&|)])/.test(word);
}

export function isFindDelete(words, call) {
  if (call.current.name.startsWith('fd')) {
    const runAt = words.findIndex((word) => /^(-\w*[xX]|--exec(-batch)?)$/.test(word));
    return runAt > 0 && words.slice(runAt).some(namesRemoval);
  }
  const runAt = words.findIndex((word) => /^-(exec|ok)(dir)?$/.test(word));
  if (!words.includes('-delete') && !(runAt > 0 && words.slice(runAt).some(namesRemoval))) return false;
  return !findsEveryday(words, runAt < 0, call);
}

/** Whether all that it finds is below a build or temporary directory (`isInTemporary`: or in one, by a test), or a leftover. */
function findsEveryday(words, isInTemporary, call) {
  const rest = words.slice(1).filter((word) => !/^-([HLP]|O\d)$/.test(word));
  const startEnd = rest.findIndex((word) => /^[-(!,]/.test(word));
  const starts = startEnd < 0 ? rest : rest.slice(0, startEnd);
  const tests = startEnd < 0 ? [] : rest.slice(startEnd);
  // A link may lead out of the directory.
  const isSelecting = isInTemporary && selects(tests) && !words.some((word) => /^-(L|follow)$/.test(word));
  const isEveryday = (start) => isEverydayTarget(start, call) || (isSelecting && isTemporaryDirectory(start));
  if (starts.length > 0 && starts.every(isEveryday)) return true;
  return !starts.some((start) => isOutside(start, call)) && findsOnlyLeftovers(tests);
}

/** A branch or a negation in the tests of `find`. */
const BRANCH = /^([(!,]|-o|-or|-not)$/;

/** Whether every match meets a test. */
function selects(tests) {
  if (tests.some((word) => BRANCH.test(word))) return false;
  const testAt = tests.findIndex(
    (word, at) =>
      /^-(i?name|i?path|i?regex|[acm](time|min)|size|empty|newer|user)$/.test(word) &&
      /\w/.test(tests[at + 1] ?? ''),
  );
  const deleteAt = tests.indexOf('-delete');
  return testAt >= 0 && (deleteAt < 0 || testAt < deleteAt);
}

/** Whether the current command gets its operands from `find … | xargs`, which prints only what may be deleted. */
function isFedByFind(isRecursive, call) {
  const { index, commands, starts, text } = call;
  const [find, xargs] = [commands[index - 2], commands[index - 1]];
  if (find?.name !== 'find' || xargs?.name !== 'xargs' || starts[index - 2] < 0 || starts[index] >= 0)
    return false;
  const between = text.slice(starts[index - 2] + find.raw.length, Math.max(0, starts[index - 1])).trim();
  // A name may have blanks, which only `-print0` keeps together.
  const isWhole = find.words.at(-1) === '-print0' && /(^| )(-\w*0|--null)( |$)/.test(xargs.text);
  const isPlain =
    !find.words.slice(0, -1).some((word) => /^-(f?print|f?ls|exec|ok|delete|L$|follow$)/.test(word)) &&
    !/^-(f?printf|fprint|f?ls|delete)/.test(find.words.at(-1)) &&
    !xargs.words.some((word) => /^-(\w*a|-arg)/.test(word)) &&
    !xargs.raw.includes('<');
  return (
    between === '|' &&
    isPlain &&
    (isWhole || commands.length === 3) &&
    findsEveryday(find.words, !isRecursive, call)
  );
}

/** Every match must have the name of a leftover, or be empty: no other branch, no negation. */
function findsOnlyLeftovers(tests) {
  if (tests.some((word) => BRANCH.test(word))) return false;
  const nameAt = tests.findIndex((word) => word === '-name' || word === '-iname');
  const actionAt = tests.findIndex((word) => /^-(delete|exec|ok)/.test(word));
  const deleteAt = actionAt < 0 ? tests.length : actionAt;
  const named = tests
    .slice(deleteAt + 1)
    .filter((word) => !/^(-\S*|\{\}|;|\+)$/.test(word) && !namesRemoval(word));
  if (named.length > 0) return false;
  const emptyAt = tests.indexOf('-empty');
  const isLeftoverNamed = nameAt >= 0 && nameAt < deleteAt && isLeftover(tests[nameAt + 1] ?? '');
  return isLeftoverNamed || (emptyAt >= 0 && emptyAt < deleteAt);
}

const CODE_DELETES =
  /\b(?:rmtree|remove_tree|rm_rf|rm_r|rmSync|rmdirSync|removeSync|emptyDirSync|rimraf|rimrafSync|fs\.rm|fsPromises\.rm|promises\.rm|removedirs|RemoveAll|Remove-Item|rm(?=\())\b[\s(]{0,8}(?:[rbu]?(["'`])([^"'`]{0,300})\1)?/g;
/** These delete a directory only with an option. */
const NEEDS_FLAG = /^(rmSync|rmdirSync|fs\.rm|fsPromises\.rm|promises\.rm|Remove-Item|rm)\b/;
const SHELL_IN_CODE =
  /\brm\b["',\s]{1,9}-[\w-]{0,20}[rR]|\bgit\s+(?:reset\s+--hard|clean\s+-\w{0,9}f)|\bunlink\s*(?:[(<]\s*)?(?:glob|<)/;
const findsAndDeletes = makeChain([
  { pattern: '\\bfind\\s' },
  { pattern: '-delete\\b', reach: 200, barrier: '"\'`' },
]);
/** Steps of the budget: for code, and for each of its characters. */
const TO_START_CODE = 300;
const TO_READ_CODE = 6;

const LISTS = /\b(?:listdir|scandir|iterdir|r?glob|walk|readdir|readdirSync)\b/;
const REMOVES = /\b(?:os\.remove|unlink|unlinkSync|File\.delete|remove_file)\b/;

/** Checks code in the call itself: in a word, or on standard input if no file is named. */
export function deletesInCode(words, call) {
  const { name } = call.current;
  const readsStdin = words.slice(1).every((word) => word === '-');
  if (!readsStdin) return deletes(runningCode(name, words.slice(1).join('\n'), call), call);
  if (/make$/.test(name)) return false;
  // A later reader gets less of it; only directories that were moved since could change the result.
  return call.once(`unread code, ${call.moved.size} moved`, () =>
    deletes(call.unread(), { ...call, directories: call.everywhere }),
  );
}

/** The code without text that it only writes or searches for. */
function runningCode(name, code, { commands }) {
  // Without these awk runs no program.
  if (/awk$/.test(name)) return /\bsystem\b|[|@]|-f/.test(code) ? code : '';
  if (!/^(python|pypy)/.test(name) || commands.length > 1) return code;
  const plain = withoutLongStrings(code);
  return RUNS_STRINGS.test(plain) || !importsOnlyStandard(plain) ? code : plain;
}

/** Python that may run what a string holds. */
const RUNS_STRINGS =
  /\b(?:exec\w*|eval|compile|system|popen\w*|subprocess|spawn\w*|run\w*|call|check_\w+|getoutput|getattr|globals|locals|import_module|__import__|__builtins__|ctypes|pty|timeit|Interact\w*|import\s+\*)/i;
const STANDARD =
  /^\s*(?:os|sys|json|re|pathlib|shutil|textwrap|time|datetime|csv|math|random|hashlib|base64|glob|collections|itertools|io|stat|string|tempfile)\b/;
/** Expressions in such a string are evaluated. */
const LONG_FORMATTED = /(?:[ft]r?|r[ft])(?:'''|""")/i;

/** Another module may be one that the code has just written. */
function importsOnlyStandard(code) {
  const imports = [...code.matchAll(/\b(?:import|from)\s+([^;\n]*)/g)];
  return imports.every(([, names]) => names.split(',').every((name) => STANDARD.test(name)));
}

/** Python without the content of its strings in three quotes. */
function withoutLongStrings(code) {
  if (LONG_FORMATTED.test(code)) return code;
  const starts = /#[^\n]*|'''|"""|'|"/g;
  const pieces = [];
  let from = 0;
  for (let start = starts.exec(code); start !== null; start = starts.exec(code)) {
    const [quote] = start;
    if (quote.startsWith('#')) continue;
    const ends = new RegExp(`\\\\[^]|${quote}`, 'g');
    ends.lastIndex = starts.lastIndex;
    let end = ends.exec(code);
    while (end !== null && end[0] !== quote) end = ends.exec(code);
    if (end === null) return code;
    starts.lastIndex = ends.lastIndex;
    if (quote.length === 1) continue;
    pieces.push(code.slice(from, start.index + quote.length));
    from = end.index;
  }
  return pieces.join('') + code.slice(from);
}

function deletes(code, call) {
  call.budget.spend(TO_START_CODE + code.length * TO_READ_CODE);
  if (SHELL_IN_CODE.test(code) || findsAndDeletes(code)) return true;
  if (LISTS.test(code) && REMOVES.test(code)) return true;
  const isFlagged = /recurs/i.test(code);
  for (const [found, , target] of code.matchAll(CODE_DELETES)) {
    if (NEEDS_FLAG.test(found) && !isFlagged) continue;
    if (target === undefined || !isEverydayTarget(target, call)) return true;
  }
  return false;
}
