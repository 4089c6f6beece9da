import { expect, it } from 'vitest';
import { type CompiledCondition, parseCondition } from './condition.ts';
import { concernsAny } from './condition-index.ts';
import type { ToolCall } from './subjects.ts';
import { viewTool } from './tool-view.ts';

const conditions = Array.from({ length: 100 }, (_, area) => compile(`Edit(src/area-${area}/**)`));

it('says the same of the first event of a set and of those that follow', () => {
  const set = [...conditions];
  for (let event = 0; event < 4; event += 1) {
    expect(concernsAny(conditions, edit('src/area-7/a.ts'), set, () => set)).toBe(true);
    expect(concernsAny(conditions, edit('lib/a.ts'), set, () => set)).toBe(false);
  }
});

it('takes no condition of the set that is not asked about', () => {
  const some = conditions.slice(50);
  for (let event = 0; event < 4; event += 1) {
    expect(concernsAny(some, edit('src/area-7/a.ts'), conditions, () => conditions)).toBe(false);
    expect(concernsAny(some, edit('src/area-57/a.ts'), conditions, () => conditions)).toBe(true);
  }
});

function compile(text: string): CompiledCondition {
  const condition = parseCondition(text);
  if ('error' in condition) throw new Error(condition.error);
  return condition;
}

function edit(file_path: string): ToolCall {
  const input = { file_path, old_string: 'a', new_string: 'b' };
  return { toolName: 'Edit', view: viewTool('Edit', 'Edit', input), input, cwd: '/work', home: '/home/ann' };
}
