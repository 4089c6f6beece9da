// Generated from packages/core/src/matching/shell-commands.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// packages/core/src/matching/shell/assignments.ts
var ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=/;
var EVALUATED = /^(BASH_ENV|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*)(\+?=|$)/;
var NAMING = /^(BASH_ALIASES|BASH_CMDS|[dgs]?(is_)?aliases|(dis_)?functions|commands)(\[|\+?=\()/;
var PROGRAM = /^[A-Z0-9_]*(EDITOR|PAGER|COMMAND|ASKPASS|BROWSER|EXTERNAL_DIFF|PROXY_CMD)=/;
function isAssignment(word) {
  return ASSIGNMENT.test(word.text.slice(0, word.plainLength)) || isSubscripted(word);
}
function isArrayStart(draft) {
  const assignment = ASSIGNMENT.exec(draft.text)?.[0];
  return !draft.isQuoted && assignment === draft.text;
}
function isArray(word) {
  return word.isMade && word.text.endsWith("=()");
}
function isOpenSubscript({ text, plainLength, openBrackets }) {
  return openBrackets > 0 && /^[A-Za-z_][A-Za-z0-9_]*\[/.test(text.slice(0, plainLength));
}
function isEvaluated(word) {
  return EVALUATED.test(word.text) || NAMING.test(word.text);
}
function assignedCommand(word) {
  const name = PROGRAM.exec(word.text)?.[0];
  return name === void 0 ? null : { ...word, text: word.text.slice(name.length) };
}
function isSubscripted(word) {
  if (!/^[A-Za-z_][A-Za-z0-9_]*\[/.test(word.text.slice(0, word.plainLength))) return false;
  const end = word.text.indexOf("]");
  return end > 0 && /^\+?=/.test(word.text.slice(end + 1, end + 3));
}

// packages/core/src/matching/shell/run.ts
var MAX_SHELL_LENGTH = 294912;
var MAX_SHELL_DEPTH = 24;
var MAX_SHELL_COMMANDS = 5e3;
function spend(run, amount) {
  if (run.allowance < amount) {
    run.allowance = 0;
    run.isExhausted = true;
    return false;
  }
  run.allowance -= amount;
  return true;
}
function openCursor(run, source, depth) {
  return { run, source, at: 0, depth, heredocs: [] };
}
function isAtProcess({ source, at }) {
  return (source[at] === "<" || source[at] === ">") && source[at + 1] === "(";
}
function giveUp(cursor) {
  cursor.run.isOpaque = true;
  cursor.at = cursor.source.length;
}
function exhaust(cursor) {
  cursor.run.isExhausted = true;
  cursor.at = cursor.source.length;
}
function readNested(cursor, closer) {
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    exhaust(cursor);
    return "closed";
  }
  cursor.depth += 1;
  const ending = cursor.run.readCommands(cursor, closer);
  cursor.depth -= 1;
  return ending;
}

// packages/core/src/matching/shell/inner.ts
var NOTHING = { commands: [], scripts: [], readsScript: false, isOpaque: false };
function mayBeAnything(word) {
  return word?.isMade === true && word.unknownFrom === 0;
}
function fillIn(word, mark, isPath) {
  const position = word.text.indexOf(mark);
  if (position < 0) return word;
  if (word.unknownFrom >= 0 && word.unknownFrom <= position) return { ...word, isMade: true };
  return { ...word, isMade: true, unknownFrom: position, unknownIsPath: isPath };
}
function isDescriptor(path) {
  return path === "-" || path.startsWith("/dev/") || path.startsWith("/proc/");
}

// packages/core/src/protocol/quote-word.ts
function quoteWord(word) {
  if (/^[A-Za-z0-9_/.,:@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

// packages/core/src/matching/shell/word-draft.ts
var WordDraft = class {
  text = "";
  plainLength = 0;
  isQuoted = false;
  isMade = false;
  isSplit = false;
  isProcess = false;
  unknownFrom = -1;
  /** Brackets outside quotes that are not closed. */
  openBrackets = 0;
  /** What is written rather than made, with a NUL for each expansion. */
  written = "";
  hasTilde = false;
  hasValue = false;
  openBrace = -1;
  firstBracket = -1;
  /** A character that stands for itself unless it belongs to a file pattern or braces. */
  addPlain(character) {
    const position = this.text.length;
    if (!this.isQuoted && this.plainLength === position) this.plainLength += 1;
    if (character === "*" || character === "?") this.markPattern(position);
    else if (character === "[") this.openBracket(position);
    else if (character === "]") this.closeBracket();
    else if (character === "{") this.openBrace = this.openBrace < 0 ? position : this.openBrace;
    else if (character === "~" && position === 0 && !this.isQuoted) this.markTilde();
    else if (this.openBrace >= 0 && (character === "," || character === "." && this.text.endsWith("."))) {
      this.isSplit = true;
      this.markValue(this.openBrace);
    }
    this.text += character;
    this.written += character;
  }
  /** Characters that stand for themselves wherever they are. */
  addRun(text) {
    if (!this.isQuoted && this.plainLength === this.text.length) this.plainLength += text.length;
    this.text += text;
    this.written += text;
  }
  addQuoted(text) {
    this.isQuoted = true;
    this.text += text;
    this.written += text;
  }
  /** An expansion, left as written. */
  addMade(raw, isInDouble) {
    if (!isInDouble) this.isSplit = true;
    this.markValue(this.text.length);
    this.text += raw;
    this.written += "\0";
  }
  finish() {
    return {
      text: this.text,
      plainLength: this.plainLength,
      isQuoted: this.isQuoted,
      isMade: this.isMade,
      isSplit: this.isSplit,
      unknownFrom: this.unknownFrom,
      unknownIsPath: !this.hasValue && (this.hasTilde || /[./]/.test(this.text)),
      isProcess: this.isProcess,
      isAbsent: false
    };
  }
  /** `a[$(x)]`, quoted, runs x wherever the shell later takes the text for arithmetic or a name. */
  hidesSubscript() {
    return this.isQuoted && /\w\[[^\][]*(\$\(|`)/.test(this.written);
  }
  openBracket(position) {
    this.openBrackets += 1;
    if (this.firstBracket < 0) this.firstBracket = position;
  }
  closeBracket() {
    this.openBrackets -= 1;
    if (this.firstBracket >= 0) this.markPattern(this.firstBracket);
  }
  markValue(position) {
    this.isMade = true;
    this.hasValue = true;
    this.markUnknown(position);
  }
  markPattern(position) {
    this.isMade = true;
    this.isSplit = true;
    this.markUnknown(position);
  }
  markTilde() {
    this.hasTilde = true;
    this.markUnknown(0);
  }
  markUnknown(position) {
    if (this.unknownFrom < 0 || position < this.unknownFrom) this.unknownFrom = position;
  }
};
function literalWord(text) {
  return {
    text,
    plainLength: 0,
    isQuoted: true,
    isMade: false,
    isSplit: false,
    unknownFrom: -1,
    unknownIsPath: false,
    isProcess: false,
    isAbsent: false
  };
}
var ABSENT_WORD = { ...literalWord(""), isMade: true, unknownFrom: 0, isAbsent: true };

// packages/core/src/matching/shell/unwrap-git.ts
var GIT_VALUED = /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path))$/;
function unwrapGit(words) {
  const scripts = [];
  let isOpaque = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const option = words[at]?.text ?? "";
    if (!option.startsWith("-")) break;
    if (isMadeOption(words[at])) isOpaque = true;
    if (option.startsWith("--config-env")) isOpaque ||= option.includes("alias.");
    if (!GIT_VALUED.test(option)) continue;
    at += 1;
    const value = words[at];
    if (option === "-C" || value === void 0) continue;
    isOpaque ||= maySetAlias(value);
    const equals = value.text.indexOf("=");
    if (equals > 0) scripts.push([literalWord(value.text.slice(equals + 1))]);
  }
  for (const script of gitRunners(words.slice(at))) scripts.push(script);
  const commands = at === 1 ? [] : [[literalWord("git"), ...words.slice(at)]];
  return { ...NOTHING, isOpaque, scripts, commands };
}
var GIT_SCRIPT = /^--(?:exec|extcmd|setup|(?:env|tree|index|parent|msg|commit|tag-name)-filter)(?:=(?<value>[\s\S]*))?$/;
function gitRunners(words) {
  const scripts = [];
  const joined = /^(rebase|difftool)$/.test(words[0]?.text ?? "") ? /^-[a-wyz]*x(?<value>[\s\S]*)$/ : /^-x$/;
  for (const [index, word] of words.entries()) {
    const found = GIT_SCRIPT.exec(word.text) ?? joined.exec(word.text);
    if (found === null) continue;
    const value = found.groups?.["value"];
    const script = value ? { ...word, text: value } : words[index + 1];
    if (script !== void 0) scripts.push([script]);
  }
  const runner = words.findIndex(({ text }) => text === "run" || text === "foreach");
  const start = words.findIndex(({ text }, index) => index > runner && !text.startsWith("-"));
  if (runner >= 0 && start >= 0) scripts.push(asScript(words.slice(start)));
  return scripts;
}
function asScript([script, ...rest]) {
  return script === void 0 ? [] : [script, ...rest.map((word) => ({ ...word, text: quoteWord(word.text) }))];
}
function isMadeOption(word) {
  return word?.isMade === true && !word.text.slice(0, word.unknownFrom).includes("=");
}
function maySetAlias(value) {
  const start = "alias.";
  if (value.unknownFrom >= 0 && value.unknownFrom < start.length) return true;
  return value.text.slice(0, start.length).toLowerCase() === start;
}

// packages/core/src/matching/shell/unwrap-shell.ts
function isShell(name) {
  return /^-?(r?ba|da|z|k|rk|mk|pdk|lk|a|ya|fi|po|pw|o?k|t?c)?sh[-.\d]*$/.test(name);
}
function unwrapShell(words) {
  const { operandAt, hasScript, readsStdin, isQuery, isUncertain } = readShellOptions(words);
  if (isQuery) return NOTHING;
  const operand = words[operandAt];
  const isOpaque = isUncertain || words.some((word) => word.isProcess) || mayBeAnything(operand);
  if (hasScript) {
    if (operand === void 0) return { ...NOTHING, isOpaque: true };
    return { ...NOTHING, isOpaque, scripts: [[operand]] };
  }
  const readsScript = operand === void 0 || readsStdin || isDescriptor(operand.text);
  return { ...NOTHING, isOpaque, readsScript };
}
function readShellOptions(words) {
  const found = { operandAt: 1, hasScript: false, readsStdin: false, isQuery: false, isUncertain: false };
  let at = 1;
  for (; at < words.length; at += 1) {
    const option = words[at]?.text ?? "";
    if (mayBeAnything(words[at])) break;
    if (option === "--" || option === "-") {
      at += 1;
      break;
    }
    if (words[at]?.isMade === true && /^[-+]/.test(option)) found.isUncertain = true;
    if (option === "--version" || option === "--help") found.isQuery = true;
    else if (/^--(rcfile|init-file|emulate)$/.test(option)) at += 1;
    else if (option.startsWith("--command")) found.hasScript = true;
    else if (/^[-+][^-]/.test(option)) {
      if (option.startsWith("-") && option.includes("c")) found.hasScript = true;
      if (option.includes("s")) found.readsStdin = true;
      at += option.match(/[oO]/g)?.length ?? 0;
    } else if (!option.startsWith("--")) break;
  }
  return { ...found, operandAt: at };
}

// packages/core/src/matching/shell/unwrap-windows.ts
var COMMAND = /^-c(?:o(?:m(?:m(?:an?d?)?)?)?)?$/i;
var ENCODED = /^-e(?:c|nc\w*)?$/i;
var RUNS_TEXT = /(?<![\w-])(?:iex|icm|saps|start|Invoke-\w+|Start-(?:Process|Job|ThreadJob))(?![\w-])|`/i;
function unwrapPowerShell(words) {
  const at = words.findIndex(({ text }) => COMMAND.test(text));
  const start = at < 0 ? words.findIndex(({ text }, index) => index > 0 && !/^-./.test(text)) : at + 1;
  const options = start < 0 ? words : words.slice(0, start);
  const script = start < 0 ? [] : words.slice(start);
  const isOpaque = options.some((word) => mayBeAnything(word) || ENCODED.test(word.text)) || words.some((word) => word.isProcess || RUNS_TEXT.test(word.text));
  const first = script[0];
  if (first === void 0 || isDescriptor(first.text)) return { ...NOTHING, isOpaque, readsScript: true };
  return { ...NOTHING, isOpaque, scripts: [script] };
}
function unwrapCmd(words) {
  const at = words.findIndex(({ text }, index) => index > 0 && /^\/{1,2}[ckr]/i.test(text));
  const option = words[at];
  if (option === void 0) return NOTHING;
  const attached = { ...option, text: option.text.replace(/^\/{1,2}./, "") };
  const script = [...attached.text === "" ? [] : [attached], ...words.slice(at + 1)];
  return { ...NOTHING, scripts: [script], isOpaque: script.some(({ text }) => /[\^%]/.test(text)) };
}

// packages/core/src/matching/shell/options.ts
function readOptions(words, start, wrapper) {
  const found = [];
  let isUncertain = false;
  let mayTakeNext = false;
  let at = start;
  while (at < words.length) {
    const word = words[at];
    if (word === void 0 || !word.text.startsWith("-")) break;
    mayTakeNext = false;
    if (word.text === "--") {
      at += 1;
      break;
    }
    if (word.text === "-" && !wrapper.takesDash) break;
    const option = word.text.startsWith("--") ? readLong(word, wrapper) : readShort(word, wrapper);
    const takesNext = option.isValued && option.value === null;
    const value = takesNext ? words[at + 1] ?? ABSENT_WORD : option.value;
    if (word.isMade && (value === null || takesNext)) isUncertain = true;
    if (value?.isSplit === true) isUncertain = true;
    for (const name of option.flags) found.push({ name, value: null });
    found.push({ name: option.name, value });
    mayTakeNext = word.text.startsWith("--") && value === null;
    at += takesNext ? 2 : 1;
  }
  return { end: Math.min(at, words.length), found, isUncertain, mayTakeNext };
}
function readLong(word, wrapper) {
  const text = word.text.slice(2);
  const equals = text.indexOf("=");
  const key = equals < 0 ? text : text.slice(0, equals);
  const name = wrapper.long.find((each) => each.startsWith(key)) ?? key;
  const value = equals < 0 ? null : { ...word, text: text.slice(equals + 1) };
  return { flags: [], name, value, isValued: wrapper.long.includes(name) };
}
function readShort(word, wrapper) {
  const letters = word.text.slice(1);
  for (let at = 0; at < letters.length; at += 1) {
    const name = letters[at] ?? "";
    const takesRest = wrapper.attached.includes(name);
    if (!takesRest && !wrapper.valued.includes(name)) continue;
    const rest = letters.slice(at + 1);
    const value = rest === "" ? null : { ...word, text: rest };
    return { flags: [...letters.slice(0, at)], name, value, isValued: !takesRest };
  }
  return { flags: [...letters], name: "", value: null, isValued: false };
}

// packages/core/src/matching/shell/unwrap-wrapper.ts
var NO_OPTIONS = { end: 0, found: [], isUncertain: false, mayTakeNext: false };
var MAX_READINGS = 8;
function unwrapWrapper(words, wrapper) {
  const start = startBehind(words, wrapper.behind);
  if (start === 0) return NOTHING;
  let options = readOptions(words, start, wrapper);
  const first = readBehind(words, options, wrapper);
  const readings = [first];
  while (options.mayTakeNext && options.end + 1 < words.length) {
    if (readings.length >= MAX_READINGS) return { ...mergeReadings(readings), isOpaque: true };
    const further = readOptions(words, options.end + 1, wrapper);
    options = { ...further, found: [...options.found, ...further.found] };
    readings.push(readBehind(words, options, wrapper));
  }
  return readings.length === 1 ? first : mergeReadings(readings);
}
function startBehind(words, behind) {
  if (behind.length === 0) return 1;
  return words.findIndex(({ text }, index) => index > 0 && behind.includes(text)) + 1;
}
function mergeReadings(readings) {
  return {
    commands: readings.flatMap(({ commands }) => commands),
    scripts: readings.flatMap(({ scripts }) => scripts),
    readsScript: readings[0]?.readsScript === true,
    isOpaque: readings.some(({ isOpaque }) => isOpaque)
  };
}
function readBehind(words, options, wrapper) {
  if (options.found.some(({ name }) => wrapper.queries.includes(name))) return NOTHING;
  const isDirect = options.found.some(({ name }) => wrapper.directWith.includes(name));
  const operandsEnd = options.end + (isDirect ? 0 : wrapper.operands);
  const late = wrapper.permutes ? readOptions(words, operandsEnd, wrapper) : NO_OPTIONS;
  const found = [...options.found, ...late.found];
  const splits = valuesOf(found, wrapper.splits)[0];
  if (splits !== void 0) return splitValue(splits, words.slice(options.end));
  const operands = words.slice(options.end, operandsEnd);
  const end = Math.max(operandsEnd, late.end);
  const assigned = takeAssignments(words.slice(end), wrapper);
  const isOpaque = wrapper.isOpaque || options.isUncertain || late.isUncertain || assigned.isOpaque || hidesOption(operands, wrapper);
  const scripts = [...valuesOf(found, wrapper.scripts).map((script) => [script]), ...assigned.scripts];
  const rests = wrapper.mayLackOperands ? [assigned.rest, words.slice(options.end)] : [assigned.rest];
  const commands = rests.filter((rest) => rest.length > 0).map((rest) => appendUnknown(rest, found, wrapper));
  if (commands.length === 0 || wrapper.runs === "nothing" && !isDirect) {
    return { commands: [], scripts, isOpaque, readsScript: wrapper.startsShell && scripts.length === 0 };
  }
  if (wrapper.runs === "script") return { ...NOTHING, isOpaque, scripts: [...scripts, ...commands] };
  return { ...NOTHING, isOpaque, scripts, commands };
}
function valuesOf(found, names) {
  return found.flatMap(({ name, value }) => value !== null && names.includes(name) ? [value] : []);
}
function hidesOption(operands, wrapper) {
  const mayBeOption = wrapper.scripts.length > 0 && wrapper.startsShell && operands.some(mayBeAnything);
  return mayBeOption || operands.some((word) => word.isSplit);
}
function takeAssignments(words, wrapper) {
  let at = words[0]?.text === "--" ? 1 : 0;
  const start = at;
  while (wrapper.takesAssignments && /^[^=]+=/.test(words[at]?.text ?? "")) at += 1;
  const assignments = words.slice(start, at);
  const scripts = assignments.flatMap((word) => assignedCommand(word) ?? []).map((word) => [word]);
  return { rest: words.slice(at), scripts, isOpaque: assignments.some(isEvaluated) };
}
function splitValue(value, rest) {
  const isOpaque = !/^[\w /.,:=@%+'"-]*$/.test(value.text);
  const script = [
    literalWord("env"),
    value,
    ...rest.map((word) => ({ ...word, text: quoteWord(word.text) }))
  ];
  return { ...NOTHING, isOpaque, scripts: [script] };
}
function appendUnknown(words, found, wrapper) {
  if (!wrapper.appends || words.length === 0) return words;
  const marks = found.filter(({ name }) => wrapper.marks.includes(name)).map(({ value }) => value?.text || "{}");
  if (marks.length === 0) return [...words, ABSENT_WORD];
  return marks.reduce((filled, mark) => filled.map((word) => fillIn(word, mark, false)), words);
}

// packages/core/src/matching/shell/wrappers.ts
var PLAIN = {
  valued: "",
  attached: "",
  long: [],
  behind: [],
  operands: 0,
  mayLackOperands: false,
  directWith: [],
  permutes: false,
  runs: "command",
  scripts: [],
  splits: [],
  queries: [],
  startsShell: false,
  takesAssignments: false,
  takesDash: false,
  appends: false,
  marks: [],
  isOpaque: false
};
var SUDO_LONG = "close-from chdir group host prompt chroot role command-timeout type user other-user".split(
  " "
);
var XARGS_LONG = "arg-file delimiter max-args max-chars max-procs process-slot-var".split(" ");
var NPM_LONG = ["package", "call"];
var TMUX = "new-session new new-window neww split-window splitw respawn-pane respawnp run-shell run send-keys send".split(
  " "
);
var SU = {
  valued: "cCgGsTuw",
  long: "command session-command group supp-group shell whitelist-environment user".split(" "),
  operands: 1,
  runs: "nothing",
  scripts: ["c", "C", "command", "session-command"],
  directWith: ["u", "user"],
  startsShell: true,
  permutes: true,
  takesDash: true
};
var ROWS = [
  ["builtin nohup setsid busybox toybox fakeroot nocorrect noglob - unbuffer catchsegv pkexec", {}],
  ["linux32 linux64 torsocks dbus-run-session systemd-inhibit chronic firejail winpty", {}],
  ["wsl", { valued: "du" }],
  ["proxychains proxychains4", { valued: "f" }],
  ["caffeinate", { valued: "tw" }],
  ["sshpass", { valued: "Pdfp" }],
  ["prlimit", { valued: "op" }],
  ["xvfb-run", { valued: "efnpsw" }],
  ["cross-env", { takesAssignments: true }],
  ["command", { queries: ["v", "V"] }],
  ["exec", { valued: "a" }],
  [
    "env",
    {
      valued: "aCPSu",
      long: ["argv0", "chdir", "split-string", "unset"],
      splits: ["S", "split-string"],
      takesAssignments: true,
      takesDash: true
    }
  ],
  ["sudo", { valued: "CDghpRrTtUu", long: SUDO_LONG, takesAssignments: true, startsShell: true }],
  ["doas", { valued: "aCu", takesAssignments: true, startsShell: true }],
  ["time", { valued: "fo", long: ["format", "output"], takesAssignments: true }],
  ["nice", { valued: "n", long: ["adjustment"] }],
  ["ionice", { valued: "cnpPu", long: ["class", "classdata", "pid", "pgid", "uid"] }],
  ["timeout gtimeout", { valued: "ks", long: ["kill-after", "signal"], operands: 1 }],
  ["stdbuf", { valued: "eio", long: ["input", "output", "error"] }],
  ["strace", { valued: "abeEIoOpPsSuUX" }],
  ["ltrace", { valued: "aAbDeFlnopsuwxX" }],
  ["watch", { valued: "nq", long: ["interval", "equexit"], runs: "script" }],
  [
    "flock",
    {
      valued: "cEw",
      long: ["wait", "timeout", "conflict-exit-code", "command"],
      operands: 1,
      permutes: true,
      scripts: ["c", "command"]
    }
  ],
  [
    "xargs gxargs",
    {
      valued: "adEIJLnPRSs",
      attached: "eil",
      long: XARGS_LONG,
      appends: true,
      marks: ["I", "i", "J", "replace"]
    }
  ],
  ["parallel", { valued: "aEIjLNnPSs", runs: "script", isOpaque: true }],
  ["chroot", { long: ["groups", "userspec"], operands: 1, startsShell: true }],
  ["gosu su-exec", { operands: 1 }],
  ["unshare", { valued: "GRSw", long: ["root", "wd", "setuid", "setgid", "propagation"], startsShell: true }],
  ["nsenter", { valued: "GSt", long: ["target", "setuid", "setgid"], startsShell: true }],
  ["setpriv", { long: "reuid regid groups inh-caps ambient-caps bounding-set securebits".split(" ") }],
  ["taskset", { operands: 1 }],
  ["chrt", { valued: "TPD", long: ["sched-runtime", "sched-period", "sched-deadline"], operands: 1 }],
  ["numactl", { valued: "CNPimpw" }],
  ["setarch arch", { operands: 1, mayLackOperands: true, permutes: true }],
  [
    "systemd-run",
    {
      valued: "EGHMpu",
      long: "unit property uid gid nice setenv working-directory description slice".split(" ")
    }
  ],
  [
    "script",
    {
      valued: "BEIOTcmo",
      long: ["command"],
      operands: 1,
      mayLackOperands: true,
      permutes: true,
      scripts: ["c", "command"],
      startsShell: true
    }
  ],
  ["su runuser", SU],
  [
    "ssh",
    { valued: "BDEFIJLOPQRSWbceilmopw", operands: 1, permutes: true, runs: "script", startsShell: true }
  ],
  ["entr", { runs: "script" }],
  ["watchexec", { valued: "Edefiosw", runs: "script" }],
  ["nodemon", { valued: "deiwx", scripts: ["x", "exec"], long: ["exec"], runs: "nothing" }],
  ["screen", { valued: "STcehpst" }],
  ["tmux", { valued: "FNcefnstxy", behind: TMUX, runs: "script" }],
  ["npx bunx pnpx", { valued: "cp", long: NPM_LONG, scripts: ["c", "call"] }],
  [
    "npm pnpm yarn bun",
    { valued: "cp", long: NPM_LONG, scripts: ["c", "call"], behind: ["exec", "x", "dlx"] }
  ],
  ["uv poetry pipenv pdm hatch rye pixi devbox volta conda mamba", { valued: "np", behind: ["run"] }],
  ["bundle rbenv pyenv asdf fnm", { behind: ["exec"] }],
  ["nvm", { operands: 1, mayLackOperands: true, behind: ["exec"] }],
  ["direnv", { operands: 1, behind: ["exec"] }],
  ["nix", { behind: ["-c", "--command"] }],
  ["nix-shell", { valued: "AIEp", long: ["run", "command"], scripts: ["run", "command"], permutes: true }],
  ["dotenv", { behind: ["--", "run"] }],
  // Their options have values, and a profile may stand before them: what is certain is the end of the options.
  ["mise op infisical chamber aws-vault lerna nx", { behind: ["--"] }],
  ["doppler", { valued: "cpt", long: ["command"], scripts: ["command"], behind: ["--", "run"] }]
];
var WRAPPERS = new Map(
  ROWS.flatMap(([names, row]) => names.split(" ").map((name) => [name, { ...PLAIN, ...row }]))
);
function findWrapper(name) {
  if (name.startsWith("ld-") && name.includes(".so")) return PLAIN;
  return WRAPPERS.get(name);
}

// packages/core/src/matching/shell/unwrap.ts
var ROWS2 = [
  ["eval", unwrapEval],
  ["trap", unwrapTrap],
  ["source .", unwrapSource],
  ["find gfind", unwrapFind],
  ["fd fdfind", unwrapFd],
  ["git", unwrapGit],
  ["powershell pwsh", unwrapPowerShell],
  ["cmd", unwrapCmd],
  ["at batch", () => ({ ...NOTHING, readsScript: true })],
  // After these, other words mean other commands.
  ["alias compgen complete bind sched zmodload", (words) => ({ ...NOTHING, isOpaque: words.length > 1 })],
  ["hash", (words) => ({ ...NOTHING, isOpaque: words[1]?.text.startsWith("-p") === true })],
  ["declare typeset local export readonly", unwrapDeclaration],
  ["emulate", unwrapEmulate],
  [
    "mapfile readarray",
    (words) => ({ ...NOTHING, isOpaque: words.some(({ text }) => text.startsWith("-C")) })
  ]
];
var UNWRAPS = new Map(
  ROWS2.flatMap(([names, unwrap]) => names.split(" ").map((name) => [name, unwrap]))
);
function unwrapCommand(name, words) {
  const bare = name.replace(/\.exe$/i, "");
  if (bare !== name) return { ...NOTHING, commands: [[literalWord(bare), ...words.slice(1)]] };
  const unwrap = UNWRAPS.get(name);
  if (unwrap !== void 0) return unwrap(words);
  if (isShell(name)) return unwrapShell(words);
  if (name.startsWith("git-")) {
    return { ...NOTHING, commands: [[literalWord("git"), literalWord(name.slice(4)), ...words.slice(1)]] };
  }
  const wrapper = findWrapper(name);
  return wrapper === void 0 ? NOTHING : unwrapWrapper(words, wrapper);
}
function unwrapEval(words) {
  return { ...NOTHING, scripts: [words.slice(words[1]?.text === "--" ? 2 : 1)] };
}
function unwrapTrap(words) {
  const script = words[words[1]?.text === "--" ? 2 : 1];
  return script === void 0 || script.text.startsWith("-") ? NOTHING : { ...NOTHING, scripts: [[script]] };
}
function unwrapSource(words) {
  const operand = words[words[1]?.text === "--" ? 2 : 1];
  if (operand === void 0) return NOTHING;
  const mayBeDevice = operand.isMade && operand.text.startsWith("/") && operand.unknownFrom < 5;
  return { ...NOTHING, isOpaque: operand.isProcess || mayBeDevice, readsScript: isDescriptor(operand.text) };
}
function unwrapDeclaration(words) {
  const scripts = words.flatMap((word) => assignedCommand(word) ?? []).map((word) => [word]);
  return { ...NOTHING, scripts, isOpaque: words.some(isEvaluated) };
}
function unwrapEmulate(words) {
  const at = words.findIndex(({ text }) => /^-\w*c$/.test(text));
  return at < 0 ? NOTHING : { ...NOTHING, scripts: [words.slice(at + 1, at + 2)] };
}
function unwrapFind(words) {
  const commands = [];
  let isOpaque = false;
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? "";
    if (text === ";") isOpaque = true;
    if (!/^-(exec|ok)(dir)?$/.test(text)) continue;
    const start = at + 1;
    while (at < words.length && !isFindEnd(words, at)) at += 1;
    commands.push(words.slice(start, at).map((word) => fillIn(word, "{}", true)));
  }
  return { ...NOTHING, commands, isOpaque };
}
function isFindEnd(words, at) {
  return words[at]?.text === ";" || words[at]?.text === "+" && words[at - 1]?.text === "{}";
}
function unwrapFd(words) {
  const at = words.findIndex(({ text }) => /^(-[xX]|--exec(-batch)?)$/.test(text));
  const isOpaque = words.slice(1).some(mayBeAnything);
  if (at < 0) return { ...NOTHING, isOpaque };
  return { ...NOTHING, isOpaque, commands: [words.slice(at + 1).map((word) => fillIn(word, "{", true))] };
}

// packages/core/src/matching/shell/emit.ts
function emitCommand(run, emission) {
  const { words, feed, depth } = emission;
  const head = words[0];
  if (head === void 0 || run.isExhausted) return;
  if (depth > MAX_SHELL_DEPTH || run.commands.length >= MAX_SHELL_COMMANDS) {
    run.isExhausted = true;
    return;
  }
  if (head.isMade || head.text.startsWith("=")) run.isOpaque = true;
  const inner = unwrapCommand(handOut(run, emission), words);
  if (inner.isOpaque) run.isOpaque = true;
  for (const command of inner.commands)
    emitCommand(run, { words: command, raw: null, start: -1, feed, depth: depth + 1 });
  for (const script of inner.scripts) readScript(run, script, depth);
  if (inner.readsScript) feedShell(run, emission);
}
function handOut(run, { words, raw, start }) {
  const texts = [];
  for (const word of words) if (!word.isAbsent) texts.push(word.text);
  const text = texts.join(" ");
  const path = texts[0] ?? "";
  const name = path.slice(
    Math.max(path.lastIndexOf("/"), isOfWindows(path) ? path.lastIndexOf("\\") : -1) + 1
  );
  if (spend(run, text.length)) {
    const { unknownFrom, unknownIsPath } = findUnknown(words);
    run.commands.push({ words: texts, text, name, raw: raw ?? text, unknownFrom, unknownIsPath });
    run.starts.push(start);
  }
  return name;
}
function isOfWindows(path) {
  return /^[A-Za-z]:\\/.test(path);
}
function findUnknown(words) {
  let offset = 0;
  for (const word of words) {
    if (word.isAbsent) return { unknownFrom: Math.max(0, offset - 1), unknownIsPath: false };
    if (word.unknownFrom >= 0) {
      return { unknownFrom: offset + word.unknownFrom, unknownIsPath: word.unknownIsPath };
    }
    offset += word.text.length + 1;
  }
  return { unknownFrom: -1, unknownIsPath: false };
}
function readScript(run, words, depth) {
  if (words.some((word) => word.isMade)) run.isOpaque = true;
  run.readScript(run, words.map((word) => word.text).join(" "), depth + 1);
}
function feedShell(run, { feed, depth }) {
  if (feed === null || feed === "unknown") run.isOpaque = true;
  else if ("feedsShell" in feed) feed.feedsShell = true;
  else {
    if (!feed.isExact) run.isOpaque = true;
    run.readScript(run, feed.text, depth + 1);
  }
}

// packages/core/src/matching/shell/ansi-quote.ts
var LETTERS = {
  a: "\x07",
  b: "\b",
  e: "\x1B",
  E: "\x1B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "	",
  v: "\v",
  '"': '"',
  "?": "?",
  "\\": "\\"
};
var NUMBER = /[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}/y;
function readAnsiQuoted(cursor, draft) {
  const { source } = cursor;
  const marks = /['\\]/g;
  draft.addQuoted("");
  for (; ; ) {
    marks.lastIndex = cursor.at;
    const end = marks.exec(source)?.index ?? source.length;
    draft.addQuoted(source.slice(cursor.at, end));
    cursor.at = end;
    if (end === source.length) {
      giveUp(cursor);
      return;
    }
    if (source[end] === "'") {
      cursor.at += 1;
      return;
    }
    draft.addQuoted(readEscape(cursor));
  }
}
function readEscape(cursor) {
  const { source, run } = cursor;
  NUMBER.lastIndex = cursor.at + 1;
  const number = NUMBER.exec(source)?.[0];
  if (number !== void 0) {
    cursor.at += 1 + number.length;
    return characterOf(cursor, number);
  }
  const next = source[cursor.at + 1] ?? "";
  const text = LETTERS[next];
  if (text === void 0) run.isOpaque = true;
  cursor.at += 2;
  return text ?? `\\${next}`;
}
function characterOf({ run }, number) {
  const isOctal = /^[0-7]/.test(number);
  const code = isOctal ? Number.parseInt(number, 8) & 255 : Number.parseInt(number.slice(1), 16);
  if (code === 0 || code > 1114111) {
    run.isOpaque = true;
    return "";
  }
  return String.fromCodePoint(code);
}

// packages/core/src/matching/shell/expansions.ts
function readDollar(cursor, draft, isInDouble) {
  const { source } = cursor;
  const start = cursor.at;
  const next = source[start + 1];
  if (next === "'" && !isInDouble) {
    cursor.at += 2;
    readAnsiQuoted(cursor, draft);
    return;
  }
  if (next === '"' && !isInDouble) {
    cursor.at += 2;
    readDoubleQuoted(cursor, draft);
    return;
  }
  if (next === "(" && source[start + 2] === "(") {
    cursor.at += 1;
    readDeeper(cursor, () => {
      if (!readArithmetic(cursor)) readNested(cursor, ")");
    });
  } else if (next === "(") {
    cursor.at += 2;
    readNested(cursor, ")");
  } else if (next === "{") {
    readDeeper(cursor, () => readParameter(cursor, isInDouble));
  } else {
    if (source.startsWith("\\\n", start + 1)) cursor.run.isOpaque = true;
    const length = parameterLength(source, start + 1);
    cursor.at += 1 + length;
    if (length === 0) {
      draft.addQuoted("$");
      return;
    }
  }
  draft.addMade(source.slice(start, cursor.at), isInDouble);
}
function readDoubleQuoted(cursor, draft, isOpenEnded = false) {
  const { source } = cursor;
  const ends = isOpenEnded ? /[\\$`]/g : /["\\$`]/g;
  draft.addQuoted("");
  for (; ; ) {
    ends.lastIndex = cursor.at;
    const end = ends.exec(source)?.index ?? source.length;
    draft.addQuoted(source.slice(cursor.at, end));
    cursor.at = end;
    const character = source[end];
    if (character === void 0) {
      if (!isOpenEnded) giveUp(cursor);
      return;
    }
    if (character === '"') {
      cursor.at += 1;
      return;
    }
    if (character === "$") readDollar(cursor, draft, true);
    else if (character === "`") readBackticks(cursor, draft, true);
    else readEscapeInDouble(cursor, draft, isOpenEnded);
  }
}
function readEscapeInDouble(cursor, draft, isOpenEnded) {
  const next = cursor.source[cursor.at + 1];
  cursor.at += 2;
  if (next === "\n") return;
  const isSpecial = next === "$" || next === "`" || next === "\\" || next === '"' && !isOpenEnded;
  draft.addQuoted(isSpecial ? next : `\\${next ?? ""}`);
}
function readSingleQuoted(cursor, draft) {
  const end = cursor.source.indexOf("'", cursor.at + 1);
  draft.addQuoted(cursor.source.slice(cursor.at + 1, end < 0 ? cursor.source.length : end));
  cursor.at = end + 1;
  if (end < 0) giveUp(cursor);
}
function readBackticks(cursor, draft, isInDouble) {
  const { source, run } = cursor;
  const start = cursor.at;
  const pieces = [];
  const marks = /[\\`]/g;
  cursor.at += 1;
  for (; ; ) {
    marks.lastIndex = cursor.at;
    const end = marks.exec(source)?.index ?? source.length;
    pieces.push(source.slice(cursor.at, end));
    cursor.at = end + 1;
    if (end === source.length) {
      giveUp(cursor);
      return;
    }
    if (source[end] === "`") break;
    const next = source[end + 1] ?? "";
    if (next === "\n" && pieces[pieces.length - 2] === "\\") run.isOpaque = true;
    const isEscape = next === "$" || next === "`" || next === "\\" || next === '"' && isInDouble;
    pieces.push(isEscape ? next : `\\${next}`);
    cursor.at += 1;
  }
  run.readScript(run, pieces.join(""), cursor.depth + 1);
  draft.addMade(source.slice(start, cursor.at), isInDouble);
}
function readArithmetic(cursor) {
  const { source, run } = cursor;
  const start = cursor.at;
  const draft = new WordDraft();
  cursor.at += 2;
  let open = 0;
  while (cursor.at < source.length) {
    const character = source[cursor.at];
    if (character === ")" && open === 0) {
      if (source[cursor.at + 1] !== ")") {
        const isAllowed = spend(run, cursor.at - start);
        cursor.at = isAllowed ? start + 1 : source.length;
        return false;
      }
      cursor.at += 2;
      if (draft.hidesSubscript()) run.isOpaque = true;
      return true;
    }
    if (readQuoting(cursor, draft)) continue;
    if (character === "(") open += 1;
    else if (character === ")") open -= 1;
    draft.addPlain(character ?? "");
    cursor.at += 1;
  }
  giveUp(cursor);
  return true;
}
function readDeeper(cursor, read) {
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    exhaust(cursor);
    return;
  }
  cursor.depth += 1;
  read();
  cursor.depth -= 1;
}
function readParameter(cursor, isInDouble) {
  const { source, run } = cursor;
  const draft = new WordDraft();
  cursor.at += 2;
  if (/[\s|(]/.test(source[cursor.at] ?? "")) run.isOpaque = true;
  while (cursor.at < source.length) {
    const character = source[cursor.at];
    if (character === "}") {
      cursor.at += 1;
      if (draft.hidesSubscript() || draft.text.endsWith("@P")) run.isOpaque = true;
      return;
    }
    if (character === "'" && isInDouble) run.isOpaque = true;
    else if (isAtProcess(cursor)) run.isOpaque = true;
    else if (readQuoting(cursor, draft)) continue;
    draft.addPlain(character ?? "");
    cursor.at += 1;
  }
  giveUp(cursor);
}
function readQuoting(cursor, draft) {
  const character = cursor.source[cursor.at];
  if (character === "'") readSingleQuoted(cursor, draft);
  else if (character === '"') {
    cursor.at += 1;
    readDoubleQuoted(cursor, draft);
  } else if (character === "$") readDollar(cursor, draft, false);
  else if (character === "`") readBackticks(cursor, draft, false);
  else if (character === "\\") {
    const next = cursor.source[cursor.at + 1] ?? "";
    if (next !== "\n") draft.addQuoted(next);
    cursor.at += 2;
  } else return false;
  return true;
}
function parameterLength(source, at) {
  NAME.lastIndex = at;
  const name = NAME.exec(source)?.[0];
  if (name !== void 0) return name.length;
  const next = source[at];
  return next !== void 0 && /[@*#?$!0-9[=^~+:-]/.test(next) ? 1 : 0;
}
var NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

// packages/core/src/matching/shell/heredoc.ts
function readNewline(cursor) {
  cursor.at += 1;
  const { heredocs } = cursor;
  if (heredocs.length === 0) return;
  cursor.heredocs = [];
  for (const heredoc of heredocs) {
    if (heredoc.depth !== cursor.depth) cursor.run.isOpaque = true;
    readHeredoc(cursor, heredoc);
  }
}
function readHeredoc(cursor, heredoc) {
  const body = readBody(cursor, heredoc);
  const { run, depth } = cursor;
  if (heredoc.isQuoted) {
    if (heredoc.feedsShell) run.readScript(run, body, depth + 1);
    return;
  }
  const { text, isExact } = expandBody(run, body, depth + 1);
  if (!heredoc.feedsShell) return;
  if (!isExact) run.isOpaque = true;
  run.readScript(run, text, depth + 1);
}
function readBody(cursor, heredoc) {
  const { source, run } = cursor;
  const lines = [];
  let carried = 0;
  while (cursor.at < source.length) {
    const end = source.indexOf("\n", cursor.at);
    const whole = source.slice(cursor.at, end < 0 ? source.length : end);
    const line = heredoc.stripsTabs ? whole.replace(/^\t+/, "") : whole;
    cursor.at = end < 0 ? source.length : end + 1;
    if (line === heredoc.delimiter) {
      if (carried > 0) run.isOpaque = true;
      return lines.join("");
    }
    if (carried > 0 && heredoc.delimiter.endsWith(line)) run.isOpaque = true;
    carried = !heredoc.isQuoted && /(^|[^\\])(\\\\)*\\$/.test(line) ? carried + line.length : 0;
    lines.push(line, "\n");
  }
  run.isOpaque = true;
  return lines.join("");
}
function expandBody(run, body, depth) {
  if (depth > MAX_SHELL_DEPTH || !spend(run, body.length)) {
    run.isExhausted = true;
    return { text: "", isExact: false };
  }
  const draft = new WordDraft();
  readDoubleQuoted(openCursor(run, body, depth), draft, true);
  return { text: draft.text, isExact: !draft.isMade };
}

// packages/core/src/matching/shell/words.ts
var META_CHARACTERS = " 	\n;&|<>()";
var RUN = /[\w/:=@%+\u0080-\uffff-]+/y;
function readWord(cursor) {
  const { source } = cursor;
  const draft = new WordDraft();
  if (isAtProcess(cursor) || source.startsWith("=(", cursor.at)) readProcess(cursor, draft);
  while (cursor.at < source.length) {
    const character = source[cursor.at] ?? "";
    if (META_CHARACTERS.includes(character)) {
      if (character === "(" && isArrayStart(draft)) {
        readArray(cursor);
        draft.addMade("()", false);
        if (!META_CHARACTERS.includes(source[cursor.at] ?? " ")) cursor.run.isOpaque = true;
      } else if (isOpenSubscript(draft) || isAtProcess(cursor)) cursor.run.isOpaque = true;
      break;
    } else if (character === "\\") readEscape2(cursor, draft);
    else if (character === "'") readSingleQuoted(cursor, draft);
    else if (character === '"') {
      cursor.at += 1;
      readDoubleQuoted(cursor, draft);
    } else if (character === "$") readDollar(cursor, draft, false);
    else if (character === "`") readBackticks(cursor, draft, false);
    else {
      RUN.lastIndex = cursor.at;
      const run = RUN.exec(source)?.[0];
      if (run === void 0) draft.addPlain(character);
      else draft.addRun(run);
      cursor.at += run?.length ?? 1;
    }
  }
  if (draft.hidesSubscript()) cursor.run.isOpaque = true;
  return draft.finish();
}
function isPlain(word, text) {
  return word.text === text && !word.isQuoted && !word.isMade;
}
function readProcess(cursor, draft) {
  const start = cursor.at;
  cursor.at += 2;
  draft.isProcess = true;
  readNested(cursor, ")");
  draft.addMade(cursor.source.slice(start, cursor.at), false);
}
function readEscape2(cursor, draft) {
  const next = cursor.source[cursor.at + 1];
  cursor.at += 2;
  if (next === void 0) cursor.run.isOpaque = true;
  if (next !== "\n") draft.addQuoted(next ?? "\\");
}
function readArray(cursor) {
  const { source, run } = cursor;
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    exhaust(cursor);
    return;
  }
  cursor.depth += 1;
  cursor.at += 1;
  while (cursor.at < source.length && source[cursor.at] !== ")") {
    const character = source[cursor.at] ?? "";
    const isOdd = character === "\n" ? cursor.heredocs.length > 0 : ";&|<>".includes(character);
    if (isOdd) run.isOpaque = true;
    if (character === "#") skipComment(cursor);
    else if (character === "(") giveUp(cursor);
    else if (META_CHARACTERS.includes(character) && !isAtProcess(cursor)) cursor.at += 1;
    else readWord(cursor);
  }
  cursor.depth -= 1;
  if (cursor.at >= source.length) giveUp(cursor);
  else cursor.at += 1;
}
function skipComment(cursor) {
  const end = cursor.source.indexOf("\n", cursor.at);
  cursor.at = end < 0 ? cursor.source.length : end;
}
function skipBlanks(cursor) {
  const { source } = cursor;
  for (; ; ) {
    const character = source[cursor.at];
    if (character === " " || character === "	") cursor.at += 1;
    else if (character === "\\" && source[cursor.at + 1] === "\n") cursor.at += 2;
    else return;
  }
}

// packages/core/src/matching/shell/compound.ts
var RESERVED = /* @__PURE__ */ new Set([
  ...["if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "coproc", "always", "end"],
  ...["case", "esac", "[[", "for", "select", "foreach", "function", "repeat"]
]);
function readCompoundHead(cursor, reserved) {
  if (reserved === "case") readCase(cursor);
  else if (reserved === "[[") readTest(cursor);
  else if (reserved === "repeat") readName(cursor);
  else if (reserved === "function") readFunctionHead(cursor);
  else if (reserved === "for" || reserved === "select" || reserved === "foreach") return readLoopHead(cursor);
  return false;
}
function readName(cursor) {
  skipBlanks(cursor);
  const next = cursor.source[cursor.at] ?? "\n";
  return META_CHARACTERS.includes(next) && !isAtProcess(cursor) ? null : readWord(cursor);
}
function readFunctionHead(cursor) {
  readName(cursor);
  for (; ; ) {
    const start = cursor.at;
    const word = readName(cursor);
    if (word === null) return;
    if (isPlain(word, "{") || isPlain(word, word.text) && RESERVED.has(word.text)) {
      cursor.at = start;
      return;
    }
  }
}
function readLoopHead(cursor) {
  skipBlanks(cursor);
  if (cursor.source.startsWith("((", cursor.at)) {
    if (!readArithmetic(cursor)) readNested(cursor, ")");
    return false;
  }
  if (readName(cursor) === null) return false;
  const start = cursor.at;
  const first = readName(cursor);
  if (first === null || !isPlain(first, "in")) {
    cursor.at = start;
    return false;
  }
  for (let word = readName(cursor); word !== null; word = readName(cursor)) {
    if (isPlain(word, "{")) return true;
  }
  return false;
}
function readCase(cursor) {
  readName(cursor);
  skipLines(cursor);
  const opening = readName(cursor);
  if (opening === null || !(isPlain(opening, "in") || isPlain(opening, "{"))) cursor.run.isOpaque = true;
  while (readPattern(cursor)) {
    if (readNested(cursor, "esac") === "closed") return;
  }
}
function skipLines(cursor) {
  skipBlanks(cursor);
  while (cursor.source[cursor.at] === "\n") {
    readNewline(cursor);
    skipBlanks(cursor);
  }
}
function readPattern(cursor) {
  const { source, run } = cursor;
  let isFirst = true;
  let open = 0;
  for (; ; ) {
    skipBlanks(cursor);
    const character = source[cursor.at];
    if (character === void 0) break;
    if (character === "#" && isFirst) skipComment(cursor);
    else if (character === "\n") readNewline(cursor);
    else if (META_CHARACTERS.includes(character)) {
      cursor.at += 1;
      if (character === ")" && open <= 1) return true;
      if (character === "(") {
        open += 1;
        isFirst = false;
      } else if (character === ")") open -= 1;
      if (open > 1 || !";|()".includes(character)) run.isOpaque = true;
    } else {
      const word = readWord(cursor);
      if (isFirst && (isPlain(word, "esac") || isPlain(word, "}"))) return false;
      isFirst = false;
    }
  }
  giveUp(cursor);
  return false;
}
function readTest(cursor) {
  const { source, run, depth } = cursor;
  let words = [];
  let isFirst = true;
  const flush = () => {
    if (words[0]?.isMade === false) emitCommand(run, { words, raw: null, start: -1, feed: null, depth });
    else if (!isFirst && words[0]?.isSplit === true) run.isOpaque = true;
    words = [];
    isFirst = false;
  };
  for (; ; ) {
    skipBlanks(cursor);
    const character = source[cursor.at];
    if (character === void 0) break;
    if (META_CHARACTERS.includes(character) && !isAtProcess(cursor)) {
      flush();
      if (character === "\n") readNewline(cursor);
      else cursor.at += 1;
      continue;
    }
    const word = readWord(cursor);
    if (isPlain(word, "]]")) {
      flush();
      return;
    }
    words.push(word);
  }
  giveUp(cursor);
}

// packages/core/src/matching/shell/redirection.ts
var OPERATOR = /<<<|<<-?|[<>][>&|]*/y;
var JOINED = /(\\\n)+[;&|<>()-]/y;
function readRedirection(cursor) {
  const { source, run } = cursor;
  OPERATOR.lastIndex = cursor.at;
  const operator = OPERATOR.exec(source)?.[0] ?? "<";
  cursor.at += operator.length;
  checkJoined(cursor);
  skipBlanks(cursor);
  const feed = operator.startsWith("<") ? "unknown" : void 0;
  if (META_CHARACTERS.includes(source[cursor.at] ?? "\n") && !isAtProcess(cursor)) return feed;
  const start = cursor.at;
  const word = readWord(cursor);
  if (source[start] === "!" || isArray(word)) run.isOpaque = true;
  if (isWrite(operator, word) && spend(run, word.text.length)) {
    run.writes.push({ path: word.text, at: run.commands.length });
  }
  if (operator === "<<<") return { text: word.text, isExact: !word.isMade };
  if (!operator.startsWith("<<")) return feed;
  if (/[$`]/.test(source.slice(start, cursor.at))) run.isOpaque = true;
  return announceHeredoc(cursor, word, operator.endsWith("-"));
}
function isWrite(operator, word) {
  if (!operator.includes(">") || word.isProcess) return false;
  return !operator.endsWith("&") || !/^(\d*-|\d+)$/.test(word.text);
}
function announceHeredoc(cursor, word, stripsTabs) {
  const { depth } = cursor;
  const heredoc = { delimiter: word.text, isQuoted: word.isQuoted, stripsTabs, depth, feedsShell: false };
  cursor.heredocs.push(heredoc);
  return heredoc;
}
function checkJoined(cursor) {
  JOINED.lastIndex = cursor.at;
  if (JOINED.test(cursor.source)) cursor.run.isOpaque = true;
}

// packages/core/src/matching/shell/parser.ts
var EMPTY_PARENTHESES = /\([ \t]*\)/y;
var DECLARING = /* @__PURE__ */ new Set(["declare", "typeset", "local", "export", "readonly"]);
function readCommands(cursor, closer) {
  return new ListReader(cursor, closer).read();
}
var ListReader = class {
  cursor;
  source;
  closer;
  words = [];
  begin = -1;
  end = 0;
  feed = null;
  /** Positions among the words where some shells end the command: at a `&>` or a `}`. */
  cuts = [];
  groups = 0;
  /** Words so far that a reserved word may follow. */
  leading = 0;
  isAfterCoproc = false;
  constructor(cursor, closer) {
    this.cursor = cursor;
    this.source = cursor.source;
    this.closer = closer;
  }
  read() {
    for (; ; ) {
      if (this.cursor.run.isExhausted) return this.leave();
      skipBlanks(this.cursor);
      const character = this.source[this.cursor.at];
      if (character === void 0) {
        this.flush();
        if (this.closer !== null || this.cursor.heredocs.length > 0) giveUp(this.cursor);
        return "closed";
      }
      if (character === "\n") {
        this.flush();
        readNewline(this.cursor);
      } else if (character === "#") skipComment(this.cursor);
      else if (character === ")") {
        this.flush();
        if (this.closer === ")") return this.close();
        this.cursor.run.isOpaque = true;
        if (this.closer === "esac") return "closed";
        this.cursor.at += 1;
      } else if (character === "(") this.readParenthesis();
      else if (";&|".includes(character)) {
        if (this.readOperator(character) && this.closer === "esac") return "next";
      } else if ("<>".includes(character) && !isAtProcess(this.cursor)) this.takeRedirection();
      else if (this.takeWord()) return "closed";
    }
  }
  leave() {
    this.cursor.at = this.source.length;
    return "closed";
  }
  close() {
    this.cursor.at += 1;
    if (this.cursor.heredocs.length > 0) this.cursor.run.isOpaque = true;
    return "closed";
  }
  /** True for the operators that end a branch of `case`. */
  readOperator(character) {
    if (character === "&" && this.source[this.cursor.at + 1] === ">") {
      this.cuts.push(this.words.length);
      this.cursor.at += 1;
      this.takeRedirection();
      return false;
    }
    this.flush();
    const start = this.cursor.at;
    while (this.cursor.at < start + 3 && ";&|".includes(this.source[this.cursor.at] ?? " "))
      this.cursor.at += 1;
    checkJoined(this.cursor);
    const operator = this.source.slice(start, this.cursor.at);
    return operator.length > 1 && operator.startsWith(";");
  }
  readParenthesis() {
    const { cursor, source } = this;
    const parameters = this.emptyParentheses();
    if (parameters > 0) {
      cursor.at += parameters;
      if (this.words.length > 1) this.flush();
      this.drop();
      return;
    }
    this.flush();
    const start = cursor.at;
    if (source[start + 1] === "(" && readArithmetic(cursor)) {
      this.readAsSubshell(source.slice(start + 2, cursor.at - 2));
      return;
    }
    if (cursor.at === start) cursor.at += 1;
    readNested(cursor, ")");
  }
  /** Length of the `()` that makes the word before it a function's name. */
  emptyParentheses() {
    EMPTY_PARENTHESES.lastIndex = this.cursor.at;
    return EMPTY_PARENTHESES.exec(this.source)?.[0].length ?? 0;
  }
  /** The smallest shells have no `((`: to them it is a subshell in a subshell. Opaque only where it could be that. */
  readAsSubshell(content) {
    const { run, depth } = this.cursor;
    const wasOpaque = run.isOpaque;
    run.readScript(run, content, depth + 1);
    if (!/["'\\$`]/.test(content)) run.isOpaque = wasOpaque;
  }
  takeRedirection() {
    if (this.begin < 0) this.begin = this.cursor.at;
    const feed = readRedirection(this.cursor);
    if (feed !== void 0) this.feed = feed;
    this.end = this.cursor.at;
  }
  /** Takes one word; true when it was the `esac` this list ends with. */
  takeWord() {
    const { cursor, source } = this;
    const start = cursor.at;
    const word = readWord(cursor);
    const next = source[cursor.at];
    if ((next === "<" || next === ">") && /^(\d+|\{\w+\})$/.test(word.text) && !word.isQuoted) {
      if (this.begin < 0) this.begin = start;
      return false;
    }
    if (next === "&" && source[cursor.at + 1] === ">" && /^\d+$/.test(word.text)) cursor.run.isOpaque = true;
    if (this.isAtStart() && (isPlain(word, "{") || isPlain(word, "}"))) {
      this.flush();
      this.groups += word.text === "{" ? 1 : -1;
      return false;
    }
    if (this.groups > 0 && isPlain(word, "}")) this.cuts.push(this.words.length, this.words.length + 1);
    if (this.isAtStart() && /^(\{|\d+=)/.test(word.text)) cursor.run.isOpaque = true;
    if (this.isAtStart() && isPlain(word, word.text) && this.takeReserved(word.text)) {
      return this.closer === "esac" && word.text === "esac";
    }
    if (this.words.length === 0 && isAssignment(word)) {
      this.takeAssignment(word);
      if (this.begin < 0) this.begin = start;
      return false;
    }
    if (next === "(" && this.emptyParentheses() === 0) cursor.run.isOpaque = true;
    if (isArray(word) && !DECLARING.has(this.words[0]?.text ?? "")) cursor.run.isOpaque = true;
    if (this.begin < 0) this.begin = start;
    this.push(word);
    return false;
  }
  takeAssignment(word) {
    const { run, depth } = this.cursor;
    if (isEvaluated(word)) run.isOpaque = true;
    const command = assignedCommand(word);
    if (command !== null) run.readScript(run, command.text, depth + 1);
  }
  /** Reserved words count before a command; `time`, its options and a coprocess's name are still before it. */
  isAtStart() {
    return this.words.length === this.leading;
  }
  push(word) {
    const isTimed = isPlain(word, "time") || this.leading > 0 && word.text.startsWith("-");
    if (this.isAtStart() && (isTimed || this.isAfterCoproc)) this.leading += 1;
    this.isAfterCoproc = false;
    this.words.push(word);
    this.end = this.cursor.at;
  }
  takeReserved(text) {
    if (!RESERVED.has(text)) return false;
    this.flush();
    this.isAfterCoproc = text === "coproc";
    if (readCompoundHead(this.cursor, text)) this.groups += 1;
    return true;
  }
  drop() {
    this.words = [];
    this.begin = -1;
    this.feed = null;
    this.leading = 0;
    this.isAfterCoproc = false;
    this.cuts = [];
  }
  flush() {
    const { words, feed, cuts, begin } = this;
    const { run, depth } = this.cursor;
    const raw = begin < 0 ? null : this.source.slice(begin, this.end);
    this.drop();
    if (words.length === 0) return;
    const start = this.source === run.text ? begin : -1;
    emitCommand(run, { words, raw, start, feed, depth });
    if (cuts.length === 0) return;
    for (const [index, start2] of [0, ...cuts].entries()) {
      const piece = words.slice(start2, cuts[index]);
      if (piece.length < words.length) emitCommand(run, { words: piece, raw: null, start: -1, feed, depth });
    }
  }
};

// packages/core/src/matching/shell-commands.ts
function splitShell(command, maxWork = Number.POSITIVE_INFINITY) {
  const text = command.slice(0, MAX_SHELL_LENGTH);
  const allowance = Math.min(16 * text.length + 4096, maxWork);
  const run = {
    text,
    commands: [],
    writes: [],
    starts: [],
    isOpaque: false,
    isExhausted: false,
    allowance,
    readCommands,
    readScript: readScript2
  };
  readScript2(run, text, 0);
  const isIncomplete = run.isExhausted || command.length > MAX_SHELL_LENGTH;
  return {
    commands: run.commands,
    writes: run.writes,
    starts: run.starts,
    isOpaque: run.isOpaque || isIncomplete || command.includes("\0"),
    isIncomplete,
    work: allowance - run.allowance
  };
}
function readScript2(run, text, depth) {
  if (depth > MAX_SHELL_DEPTH || !spend(run, text.length)) run.isExhausted = true;
  else readCommands(openCursor(run, text, depth), null);
}
export {
  splitShell
};
