import { type Issue, issue } from '@hookmd/core/errors';
import { findForeignForm, parseCondition } from '@hookmd/core/matching';
import { type Linted, placeOfKey } from './lint.ts';

/** An `if` in the form of a permission rule of another system: it is valid, and the hook hardly ever runs. */
export function foreignConditionLint(linted: Linted): readonly Issue[] {
  const written = linted.manifest.condition;
  const condition = written === null ? null : parseCondition(written);
  const form = condition === null || 'error' in condition ? null : findForeignForm(condition);
  if (form === null) return [];
  const parameters = { condition: `"${written ?? ''}"`, detail: form.detail, fix: capitalised(form.fix) };
  return [issue('CONDITION_OF_ANOTHER_SYSTEM', parameters, placeOfKey(linted, 'if'))];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
