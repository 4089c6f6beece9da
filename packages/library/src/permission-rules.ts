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

/** Rules as they stand in permission settings, each what the `if` of a hook may be: `Bash(git push*)`, `Edit(src/**)`, `Read`. */
export interface PermissionRules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/** A call in the agent's own words. */
export interface RuleCall {
  readonly name: string;
  readonly input: JsonObject;
  /** What its paths count from; default: the `cwd` of `createHooks`. */
  readonly cwd?: string;
}

export interface RuleDecision {
  /** `deny` before `ask` before `allow`; `none` = no rule says anything. */
  readonly decision: 'deny' | 'ask' | 'allow' | 'none';
  /** The rules that say so, as they were given. */
  readonly rules: readonly string[];
}

interface SessionContext {
  readonly words: ToolWords;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Judges calls by these rules. One that denies or asks is judged by the function that judges the `if` of hooks: it means a call if it means any part of it,
 * and what cannot be read. Rules allow only what they cover together. Both look at a file by its own name and by that which its links lead to. Throws RULES_INVALID.
 */
export function compileRules(
  given: PermissionRules,
  context: SessionContext,
): (call: RuleCall) => RuleDecision {
  const { deny, ask, allow } = readRules(given);
  return ({ name, input, cwd = context.cwd }) => {
    const said = context.words.toCanonical(name, input);
    const call: ToolCall = {
      toolName: said.name,
      view: viewTool(said.name, name, said.input),
      input: said.input,
      cwd: resolve(cwd),
      home: homeOf(context.environment),
    };
    const led = behindLinks(call);
    const looks = led === null ? [call] : [call, led];
    const meant = (rules: readonly CompiledCondition[]): readonly string[] => {
      // Look by look: what was read of a call is kept until another one is looked at.
      const found = new Set(looks.flatMap((look) => rules.filter((rule) => evaluateCondition(rule, look))));
      return rules.filter((rule) => found.has(rule)).map(({ text }) => text);
    };
    for (const [decision, rules] of [['deny', meant(deny)] as const, ['ask', meant(ask)] as const]) {
      if (rules.length > 0) return { decision, rules };
    }
    return led !== null && looks.every((look) => coversCall(allow, look))
      ? { decision: 'allow', rules: meant(allow) }
      : { decision: 'none', rules: [] };
  };
}

/**
 * The call with the files that its paths lead to; null where nobody can say. Two to a path with `..`: behind a link that is another folder
 * to the kernel than to a tool that cleans up the name first.
 */
function behindLinks(call: ToolCall): ToolCall | null {
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

/** A rule that denies must not keep quiet because it was written for somebody else. */
function describeForeign(rule: CompiledCondition): string | null {
  const form = findForeignForm(rule);
  return form === null ? null : `${form.detail}; ${form.fix}`;
}
