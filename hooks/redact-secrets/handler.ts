import { defineHook, type JsonValue, type Methods } from '@hookmd/sdk';
import { redactJson } from './redact.ts';

export const returned = defineHook({
  on: 'PostToolUse',
  run: (event, h) => redactOutput(event.tool_response, h),
});

export const failed = defineHook({
  on: 'PostToolUseFailure',
  run: (event, h) => redactOutput(event.error, h),
});

function redactOutput(output: JsonValue, h: Pick<Methods<'PostToolUse'>, 'redact' | 'notifyUser'>) {
  const { value, found, hasSecretKey } = redactJson(output);
  return [
    ...(found > 0 ? [h.redact(value)] : []),
    ...(hasSecretKey
      ? [h.notifyUser('A tool returned a secret as the name of a field, which cannot be redacted.')]
      : []),
  ];
}
