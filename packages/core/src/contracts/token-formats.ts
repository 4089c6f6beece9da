/** A known form of secret. `pattern` is the source of a plain regular expression without nested repetition. */
export interface TokenFormat {
  readonly name: string;
  readonly pattern: string;
}

/** The characters before the value of a named secret: `NAME=`, `"Name": "`, `name('`, `<Name>`, `| Name | `. */
const BEFORE_VALUE = `["'\\\\\\]]{0,4}[\\s=:>(|,]{1,24}["'\\\\]{0,4}`;

/** `AWS_SECRET_ACCESS_KEY`, `SecretAccessKey`, `aws-secret-key`. */
const AWS_SECRET_NAME = `(?:${inAnyCase('secret')}[_ -]?${inAnyCase('access')}|${inAnyCase('aws')}[_-]?${inAnyCase('secret')})[_ -]?${inAnyCase('key')}`;

/** A character of a password that certainly still belongs to its URL. */
const IN_URL = '[^\\s/?@"\\\\\'`<>,;]';

/**
 * The one table of known token formats: observers and the event log never contain them, and the bundled package redact-secrets
 * uses a copy that the build writes.
 *
 * Each pattern starts with fixed characters and has bounded repetition only, so that one pass is linear.
 */
export const tokenFormats: readonly TokenFormat[] = [
  { name: 'aws-access-key', pattern: '(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])' },
  { name: 'github-token', pattern: 'gh[pousr]_[A-Za-z0-9]{36,251}' },
  { name: 'github-fine-grained-token', pattern: 'github_pat_[A-Za-z0-9_]{60,244}' },
  {
    // A routable token ends in `.VERSION.CHECKSUM`. The rarer prefixes also begin names in lower case (`glagent-…`), so they need a capital or a digit.
    name: 'gitlab-token',
    pattern:
      '(?:gl(?:pat|ptt|rt|dt|cbt|soat)-|(?:gl(?:ft|oas|agent|imt|ffct|rtr|wt)-|\\bGR1348941)(?=[a-z_-]{0,63}[A-Z0-9]))[A-Za-z0-9_-]{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?',
  },
  { name: 'anthropic-key', pattern: 'sk-ant-[A-Za-z0-9_-]{20,200}' },
  { name: 'openai-key', pattern: '\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}' },
  { name: 'google-api-key', pattern: 'AIza[A-Za-z0-9_-]{35}' },
  { name: 'google-oauth-token', pattern: '\\bya29\\.[A-Za-z0-9_-]{20,400}' },
  {
    name: 'slack-token',
    pattern:
      '(?:xox[abceoprs]-[A-Za-z0-9-]{10,250}|xapp-\\d-[A-Za-z0-9]{6,32}-\\d{6,32}-[A-Za-z0-9]{20,128})',
  },
  {
    name: 'slack-webhook',
    pattern: 'https://hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{20,120}',
  },
  { name: 'stripe-key', pattern: '\\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,128}' },
  { name: 'npm-token', pattern: 'npm_[A-Za-z0-9]{36}' },
  { name: 'pypi-token', pattern: 'pypi-[A-Za-z0-9_-]{50,300}' },
  { name: 'hugging-face-token', pattern: '\\b(?:hf|api_org)_[A-Za-z0-9]{30,64}' },
  { name: 'sendgrid-key', pattern: '\\bSG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}' },
  { name: 'twilio-key', pattern: '\\bSK[0-9a-f]{32}\\b' },
  { name: 'digitalocean-token', pattern: 'do[opr]_v1_[0-9a-f]{64}' },
  {
    // Each try stops at the next beginning, so that many of them cost no more.
    name: 'json-web-token',
    pattern: '\\beyJ(?:(?!-eyJ)[A-Za-z0-9_-]){10,2000}\\.eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,2000}',
  },
  {
    // Also without its end: `head` cuts it off. Each try stops at the next BEGIN, so that many of them cost no more.
    name: 'private-key',
    pattern:
      '-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----(?:BEGIN|END) )[\\s\\S]){0,16000}-----END (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?:[\\s\\\\n]{0,8}[A-Za-z0-9+/=]{16,100}){0,400})',
  },
  {
    // Also cut short by an ellipsis, as reasons are. The first character is tested first: it rules out most places at once.
    name: 'aws-secret-key',
    pattern: `(?=[A-Za-z0-9/+])(?<=${AWS_SECRET_NAME}${BEFORE_VALUE})(?:[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])|[A-Za-z0-9/+]{6,39}(?=…))`,
  },
  {
    // A password may have `@` and `:` in it, so the last `@` before the host ends it. A quote that JSON puts after a
    // value is none of it, and neither is the digest of an image a host.
    name: 'url-password',
    pattern: `(?<=[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\\s:/"<>]{0,64}:)(?:${IN_URL}{1,256}(?:@${IN_URL}{1,128}){1,8}|(?:[^\\s:/@"']|["'](?![,:}\\]])){3,256}|${IN_URL}{3,256})(?=@(?!sha256:))`,
  },
];

/** The pattern of a word, however it is capitalized: the formats share one expression, which has no flag for that. */
function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
