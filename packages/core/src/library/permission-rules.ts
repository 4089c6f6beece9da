import { followLinks } from '../config/config-file.ts';
import { homeOf } from '../dispatch/tool-call.ts';
import { HookError } from '../errors/hook-error.ts';
import { type CompiledCondition, judgeCondition, parseCondition } from '../matching/condition.ts';
import { coversCall } from '../matching/covers-call.ts';
import { findForeignForm } from '../matching/foreign-form.ts';
import { pathForms } from '../matching/path-forms.ts';
import type { ToolCall } from '../matching/subjects.ts';
import { viewTool } from '../matching/tool-view.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ToolWords } from '../wires/tool-words.ts';

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

export interface RuleVerdict {
  /** `deny` before `ask` before `allow`; `none` = no rule says anything. */
  readonly decision: 'deny' | 'ask' | 'allow' | 'none';
  /** The rules that say so, as they were given. */
  readonly rules: readonly string[];
}

interface Ground {
  readonly words: ToolWords;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Judges calls by these rules. One that denies or asks is judged by the function that judges the `if` of hooks: it means a call if it means any part of it,
 * and what cannot be read. Rules allow only what they cover together, links followed. Throws RULES_INVALID.
 */
export function judgingBy(given: PermissionRules, ground: Ground): (call: RuleCall) => RuleVerdict {
  const { deny, ask, allow } = readRules(given);
  return ({ name, input, cwd = ground.cwd }) => {
    const said = ground.words.toCanonical(name, input);
    const call: ToolCall = {
      toolName: said.name,
      view: viewTool(said.name, name, said.input),
      input: said.input,
      cwd,
      home: homeOf(ground.environment),
    };
    const meant = (rules: readonly CompiledCondition[]): readonly string[] =>
      rules.filter((rule) => judgeCondition(rule, call)).map(({ text }) => text);
    for (const [decision, rules] of [['deny', meant(deny)] as const, ['ask', meant(ask)] as const]) {
      if (rules.length > 0) return { decision, rules };
    }
    const led = coversCall(allow, call) ? behindLinks(call) : null;
    return led !== null && coversCall(allow, led)
      ? { decision: 'allow', rules: meant(allow) }
      : { decision: 'none', rules: [] };
  };
}

/** The call with the files that its paths lead to; null where nobody can say. */
function behindLinks(call: ToolCall): ToolCall | null {
  const { view, cwd, home } = call;
  const forms = view.paths.flatMap((path) => pathForms(path, cwd, home));
  try {
    const paths = forms.map(({ root }) => followLinks(`/${root}`));
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
