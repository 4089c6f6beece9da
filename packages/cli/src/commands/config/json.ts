import { formatSettingKey, type Setting } from '@hookmd/core/settings';

/** Replaces a value that is never shown. */
export const HIDDEN_VALUE = 'set';

/** One setting as `config get --json` shows it. */
export function settingJson({ path, value, from, isSecret, isPromptOnly }: Setting): object {
  return {
    key: formatSettingKey(path),
    value: isSecret ? HIDDEN_VALUE : value,
    from,
    secret: isSecret,
    promptOnly: isPromptOnly,
  };
}
