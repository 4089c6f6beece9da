import { findUnsetVariables } from '@hookmd/shell';
import type { PluginFacts } from '../discovery/scan.ts';
import { eventRow } from '../events/events.ts';
import { isDroppedName } from '../executors/environment.ts';
import { canonicalEventsOf } from '../manifest/events.ts';
import { isVariableSet } from '../manifest/handler-spec.ts';
import { isVariableName } from '../manifest/keys.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { protocols } from '../protocols/index.ts';
import { fetchedCode } from './fetched-code.ts';
import { definitionKinds } from './inventory/definition-kinds.ts';
import type { PackageRecord } from './inventory/inventory.ts';

/** What the text of a hook shows of what it expects from its agent. What it computes when it runs is not seen. */
export interface TextFindings {
  /** Variables that it reads and does not get without a grant, in the order of their names. */
  readonly variables: readonly string[];
  /** It may return `allow`, so that a call runs without a prompt. */
  readonly allows: boolean;
  /** It names the file in which a hook sets variables for the commands of its agent. */
  readonly setsVariables: boolean;
  /** Code that it fetches when it runs: what, and the file. */
  readonly fetches: readonly string[];
}

/** One text of a hook: a file, or its command line. */
export interface HandlerText {
  readonly path: string;
  readonly text: string;
}

const NOTHING: TextFindings = { variables: [], allows: false, setsVariables: false, fetches: [] };
/** The name of the command line among the files. */
const COMMAND = 'command.sh';
const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024;
const MAX_VARIABLES = 40;
const NO_PROGRAM =
  /(?:^|\/)(?:node_modules|tests?|__tests__|\.git)\/|(?:^|\/)HOOK\.md$|\.(?:md|txt|json|lock|svg|map)$/i;

/** What is found in texts, whatever the hook declares. */
interface Facts {
  readonly names: readonly string[];
  readonly allows: boolean;
  readonly mentions: ReadonlySet<string>;
  readonly fetches: readonly string[];
}

/** The hooks of a plugin share its files. */
const factsOfPlugins = new WeakMap<PluginFacts, Facts>();

/** Reads the files of a hook whose system gives hooks the environment of the agent; runs nothing. Nothing is found for other hooks. */
export async function readFindings(record: PackageRecord): Promise<TextFindings> {
  const { manifest, files, plugin } = record;
  if (manifest === null || !protocols[manifest.protocol].inheritsEnvironment) return NOTHING;
  const known = plugin === undefined ? undefined : factsOfPlugins.get(plugin);
  if (known !== undefined) return findingsOf(manifest, known);
  const reader = await definitionKinds[record.root.kind].load();
  const texts = files
    .filter((path) => !NO_PROGRAM.test(path))
    .slice(0, MAX_FILES)
    .map((path) => ({ path, text: textOf(() => reader.readFile(record, path)) }));
  const facts = factsOf(texts);
  if (plugin !== undefined) factsOfPlugins.set(plugin, facts);
  return findingsOf(manifest, facts);
}

/** The same for texts that are known already. Pure. */
export function findInTexts(manifest: Omit<Manifest, 'body'>, files: readonly HandlerText[]): TextFindings {
  return findingsOf(manifest, factsOf(files));
}

function factsOf(texts: readonly HandlerText[]): Facts {
  const isMentioned = (name: string): boolean => texts.some(({ text }) => text.includes(name));
  return {
    names: texts.flatMap(variablesIn),
    allows: texts.some(({ text }) => ALLOWS.test(text)),
    mentions: new Set(environmentFiles.filter(isMentioned)),
    fetches: texts.flatMap(({ path, text }) => fetchedCode(text, path === COMMAND ? null : path)),
  };
}

const environmentFiles = Object.values(protocols).flatMap(({ environmentFile: row }) => row?.variable ?? []);

function findingsOf(manifest: Omit<Manifest, 'body'>, ofFiles: Facts): TextFindings {
  const { handler, protocol } = manifest;
  const { inheritsEnvironment, environmentFile, pluginVariables = {} } = protocols[protocol];
  if (!inheritsEnvironment || handler.mode !== 'command') return NOTHING;
  const command = typeof handler.command === 'string' ? handler.command : handler.command.join(' ');
  const ofCommand = factsOf([{ path: COMMAND, text: command }]);
  const declared = [...manifest.env, ...manifest.requires.env];
  const location = { protocol, declared, variables: Object.keys(pluginVariables), hasShell: true };
  const isKnown = (name: string): boolean =>
    isDroppedName(name) || declared.includes(name) || isVariableSet(name, location);
  const named = new Set([...ofCommand.names, ...ofFiles.names]);
  const permits = canonicalEventsOf(manifest.events).flatMap((event) => eventRow(event).permits);
  return {
    variables: [...named]
      .filter((name) => isVariableName(name) && !isKnown(name))
      .sort()
      .slice(0, MAX_VARIABLES),
    allows: permits.includes('preApprove') && (ofCommand.allows || ofFiles.allows),
    setsVariables:
      environmentFile !== null &&
      [ofCommand, ofFiles].some(({ mentions }) => mentions.has(environmentFile.variable)),
    fetches: [...ofCommand.fetches, ...ofFiles.fetches],
  };
}

/** The variables that a shell script of a hook reads and nothing sets, because its manifest does not declare them. Pure. */
export function findUndeclared(manifest: Omit<Manifest, 'body'>, script: string): readonly string[] {
  const { protocol, env, requires } = manifest;
  // What another system's hook reads is granted with its approval.
  if (protocols[protocol].inheritsEnvironment) return [];
  const location = { protocol, declared: [...env, ...requires.env], variables: [], hasShell: true };
  return (findUnsetVariables(script) ?? []).filter(
    (name) => OF_ENVIRONMENT.test(name) && !isVariableSet(name, location),
  );
}

/** Variables of the environment are written so, by custom. */
const OF_ENVIRONMENT = /^[A-Z][A-Z0-9_]+$/;

/** Whether a variable holds a secret, as far as its name shows. */
export function looksSecret(name: string): boolean {
  return /TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|WEBHOOK|API_?KEY|COOKIE|BEARER|JWT|CONN(?:ECTION)?_?STR|(?:^|_)(?:KEYS?|PAT|PWD|AUTH|DSN|UR[IL])(?:_|$)/i.test(
    name,
  );
}

/** A key of a decision near the word that lets a call run; strings may be escaped. */
const ALLOWS =
  /(?:permissionDecision|behavior)[\s\S]{0,400}?\\?["']allow\\?["']|\\?["']allow\\?["'][\s\S]{0,400}?(?:permissionDecision|behavior)|decision\\?["']?\s*[:=]\s*\\?["']approve\\?["']/;

/** How languages read a variable; the name is the first group that matched. */
const READS: readonly RegExp[] = [
  /\b(?:process|Bun|import\.meta)\.env\??\.(\w+)|\b(?:process|Bun)\.env\[\s*["'](\w+)["']/g,
  /\bos\.(?:environ(?:\.get)?|getenv)\s*[[(]\s*["'](\w+)["']/g,
  /\bENV(?:\.fetch)?[[(]\s*["'](\w+)["']|\$ENV\{["']?(\w+)/g,
  /\b(?:Getenv|LookupEnv|getenv|Deno\.env\.get|env::var(?:_os)?)\(\s*["'](\w+)["']/g,
];
const DESTRUCTURED = /\{([^{}]{1,400})\}\s*=\s*process\.env\b/g;
const SHELL = /\.(?:sh|bash|zsh|ksh)$/;
const SHELL_START = /^#!.*\b(?:sh|bash|zsh|ksh|dash)\b/;
const EXPANDED = /\$\{?([A-Z][A-Z0-9_]+)/g;
/** `${A:-x}` reads what the agent has, also where the script then sets it. */
const WITH_DEFAULT = /\$\{([A-Z][A-Z0-9_]+):?[-=?+]/g;
const ASSIGNED = /(?:^|[\s;&|({])(?:([A-Z][A-Z0-9_]*)\+?=|(?:for|read(?:\s+-\w+)*)\s+([A-Z][A-Z0-9_]*)\b)/gm;

function variablesIn({ path, text }: HandlerText): readonly string[] {
  const read = READS.flatMap((pattern) => namesOf(text, pattern));
  const taken = namesOf(text, DESTRUCTURED).flatMap((list) =>
    list.split(',').map((item) => /^\s*(\w+)/.exec(item)?.[1] ?? ''),
  );
  if (!SHELL.test(path) && !SHELL_START.test(text)) return [...read, ...taken];
  const assigned = new Set(namesOf(text, ASSIGNED));
  const expanded = namesOf(text, EXPANDED).filter((name) => !assigned.has(name));
  return [...read, ...taken, ...expanded, ...namesOf(text, WITH_DEFAULT)];
}

function namesOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(
    (match) => match.slice(1).find((group) => group !== undefined) ?? '',
  );
}

/** Empty for what is no text. */
function textOf(read: () => Buffer): string {
  try {
    const bytes = read();
    return bytes.length > MAX_BYTES || bytes.subarray(0, 512).includes(0) ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}
