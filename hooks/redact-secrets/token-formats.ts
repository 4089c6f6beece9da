// Generated from packages/core/src/contracts/token-formats.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

/** A known form of secret. `pattern` is the source of a plain regular expression without nested repetition. */
export interface TokenFormat {
  readonly name: string;
  readonly pattern: string;
}

/**
 * The one table of known token formats: observers and the journal never see them, and the bundled
 * package redact-secrets uses a copy that the build writes.
 *
 * Each pattern begins with a fixed text and has bounded repetition only, so that one pass is linear.
 */
export const tokenFormats: readonly TokenFormat[] = [
  { name: 'aws-access-key', pattern: '(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])' },
  { name: 'github-token', pattern: 'gh[pousr]_[A-Za-z0-9]{36,251}' },
  { name: 'github-fine-grained-token', pattern: 'github_pat_[A-Za-z0-9_]{60,244}' },
  { name: 'gitlab-token', pattern: 'gl(?:pat|ptt|rt|dt|cbt|soat)-[A-Za-z0-9_-]{20,64}' },
  { name: 'anthropic-key', pattern: 'sk-ant-[A-Za-z0-9_-]{20,200}' },
  { name: 'openai-key', pattern: '\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}' },
  { name: 'google-api-key', pattern: 'AIza[A-Za-z0-9_-]{35}' },
  { name: 'google-oauth-token', pattern: '\\bya29\\.[A-Za-z0-9_-]{20,400}' },
  { name: 'slack-token', pattern: 'xox[abeoprs]-[A-Za-z0-9-]{10,250}' },
  { name: 'slack-webhook', pattern: 'https://hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,100}' },
  { name: 'stripe-key', pattern: '\\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,128}' },
  { name: 'npm-token', pattern: 'npm_[A-Za-z0-9]{36}' },
  { name: 'pypi-token', pattern: 'pypi-[A-Za-z0-9_-]{50,300}' },
  { name: 'hugging-face-token', pattern: '\\bhf_[A-Za-z0-9]{30,64}' },
  { name: 'sendgrid-key', pattern: '\\bSG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}' },
  { name: 'twilio-key', pattern: '\\bSK[0-9a-f]{32}\\b' },
  { name: 'digitalocean-token', pattern: 'do[opr]_v1_[0-9a-f]{64}' },
  {
    name: 'json-web-token',
    pattern: '\\beyJ[A-Za-z0-9_-]{10,2000}\\.eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,2000}',
  },
  {
    // Also without its end: `head` cuts it off. Each try stops at the next BEGIN, so that many of them cost no more.
    name: 'private-key',
    pattern:
      '-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----(?:BEGIN|END) )[\\s\\S]){0,16000}-----END (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?:[\\s\\\\n]{0,8}[A-Za-z0-9+/=]{16,100}){0,400})',
  },
  {
    name: 'aws-secret-key',
    pattern: '(?<=secret_?access_?key["\']?\\s{0,3}[=:]\\s{0,3}["\']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])',
  },
  {
    name: 'url-password',
    pattern: '(?<=[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\\s:/@]{0,64}:)[^\\s:/@]{3,256}(?=@)',
  },
];
