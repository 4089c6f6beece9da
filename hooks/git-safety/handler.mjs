import { defineHook } from '@hookmd/sdk';
import { evaluateEvent } from './evaluate.mjs';

function run(event, h) {
  const found = evaluateEvent(event, h.options);
  if (found !== null) return h[found.decision](found.reason);
}

export const toolCall = defineHook({ on: 'PreToolUse', run });
export const skillCommand = defineHook({ on: 'PreSkillShellCommand', run });
