import { defineHook } from '@hookmd/sdk';
import { evaluateEvent } from './evaluate.mjs';

function run(event, h) {
  const reason = evaluateEvent(event, h.options);
  if (reason !== null) return h.block(reason);
}

export const toolCall = defineHook({ on: 'PreToolUse', run });
export const skillCommand = defineHook({ on: 'PreSkillShellCommand', run });
