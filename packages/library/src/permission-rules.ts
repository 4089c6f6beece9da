import { resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import {
  type CompiledCondition,
  coversCall,
  evaluateCondition,
  findForeignForm,
  parseCondition,
  pathReadings,
  type ToolCall,
  viewTool,
} from '@hookmd/core/matching';
import type { ToolWords } from '@hookmd/core/protocols';
import { homeOf } from '@hookmd/core/runtime';
import { followLinks } from '@hookmd/core/settings';

/** Permission rules, each with the syntax of the `if` of a hook: `Bash(git push*)`, `Edit(src/**)`, `Read`. */
export interface PermissionRules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/** A tool call with the agent's own names. */
export interface RuleCall {
  readonly name: string;
  readonly input: JsonObject;
  /** Relative paths start here; default: the `cwd` of `createHooks`. */
  readonly cwd?: string;
}

/** The decision of permission rules about one call. */
export interface RuleDecision {
  /** `deny` wins over `ask`, `ask` over `allow`; `none` = no rule matches. */
  readonly decision: 'deny' | 'ask' | 'allow' | 'none';
  /** The rules that decided, as they were passed. */
  readonly rules: readonly string[];
}

interface RuleContext {
  readonly words: ToolWords;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Compiles rules into a function that evaluates calls. A `deny` or `ask` rule matches a call where it matches any part of
 * it, and where a part cannot be read. `allow` rules must cover all of it together. All rules match a file by its own path
 * and by the path that its links lead to. Throws RULES_INVALID.
 */
export function compileRules(given: PermissionRules, context: RuleContext): (call: RuleCall) => RuleDecision {
  const { deny, ask: prompt, allow } = readRules(given);
  return ({ name, input, cwd = context.cwd }) => {
    const canonical = context.words.toCanonical(name, input);
    const call: ToolCall = {
      toolName: canonical.name,
      view: viewTool(canonical.name, name, canonical.input),
      input: canonical.input,
      cwd: resolve(cwd),
      home: homeOf(context.environment),
    };
    const resolved = followPaths(call);
    const calls = resolved === null ? [call] : [call, resolved];
    const matching = (rules: readonly CompiledCondition[]): readonly string[] => {
      // Call by call: the parts of a call are cached until another one is evaluated.
      const found = new Set(calls.flatMap((each) => rules.filter((rule) => evaluateCondition(rule, each))));
      return rules.filter((rule) => found.has(rule)).map(({ text }) => text);
    };
    const denying = matching(deny);
    if (denying.length > 0) return { decision: 'deny', rules: denying };
    const prompting = matching(prompt);
    if (prompting.length > 0) return { decision: 'ask', rules: prompting };
    return resolved !== null && calls.every((each) => coversCall(allow, each))
      ? { decision: 'allow', rules: matching(allow) }
      : { decision: 'none', rules: [] };
  };
}

/**
 * The call with the files that its paths lead to; null where that is unknown. A path with `..` has two: behind a link, the
 * kernel and a tool that normalizes the path first open different files.
 */
function followPaths(call: ToolCall): ToolCall | null {
  const { view, cwd, home } = call;
  if (view.paths.length === 0) return call;
  const readings = view.paths.flatMap((path) => pathReadings(path, cwd, home));
  try {
    const paths = [...new Set(readings.flatMap((path) => [path, resolve(path)]))].map(followLinks);
    return { ...call, view: { ...view, paths }, cwd: followLinks(cwd), home: followLinks(home) };
  } catch {
    return null;
  }
}

function readRules(given: PermissionRules): Record<keyof PermissionRules, readonly CompiledCondition[]> {
  const problems: string[] = [];
  const read = (list: keyof PermissionRules): readonly CompiledCondition[] =>
    (given[list] ?? []).flatMap((text) => {
      const rule = parseCondition(text);
      const error = 'error' in rule ? rule.error : describeForeign(rule);
      if (error !== null) problems.push(`\`${text}\` of \`${list}\`: ${error}.`);
      return 'error' in rule ? [] : [rule];
    });
  const rules = { deny: read('deny'), ask: read('ask'), allow: read('allow') };
  if (problems.length > 0) throw new HookError('RULES_INVALID', { detail: problems.join(' ') });
  return rules;
}

/** A `deny` rule in the syntax of another system would silently never match. */
function describeForeign(rule: CompiledCondition): string | null {
  const form = findForeignForm(rule);
  return form === null ? null : `${form.detail}; ${form.fix}`;
}
