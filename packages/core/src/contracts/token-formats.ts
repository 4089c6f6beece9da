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

/** Tokens that begin with letters of their service, compared with a public list of such formats. */
const prefixed: readonly (readonly [name: string, pattern: string])[] = [
  ['docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,64}'],
  ['databricks-token', '\\bdapi[0-9a-f]{32}(?:-\\d)?\\b'],
  ['vault-token', '\\bhv[sbr]\\.[A-Za-z0-9_-]{24,400}'],
  ['terraform-token', '\\.atlasv1\\.(?<=[A-Za-z0-9]{14}\\.atlasv1\\.)[A-Za-z0-9_=-]{60,80}'],
  ['shopify-token', '\\bshp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}\\b'],
  ['linear-key', '\\blin_(?:api|oauth)_[A-Za-z0-9]{40,64}'],
  ['notion-token', '\\bntn_[0-9]{11}[A-Za-z0-9]{32,35}'],
  ['figma-token', '\\bfig[dor]h?_[A-Za-z0-9_-]{40,64}'],
  ['grafana-token', '\\bgl(?:sa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|c_[A-Za-z0-9+/=]{32,400})'],
  ['sentry-token', '\\bsntry(?:s_eyJ[A-Za-z0-9+/=_-]{60,500}|u_[0-9a-f]{64})'],
  ['groq-key', '\\bgsk_[A-Za-z0-9]{48,60}\\b'],
  ['xai-key', '\\bxai-[A-Za-z0-9]{70,90}\\b'],
  ['perplexity-key', '\\bpplx-[A-Za-z0-9]{40,60}\\b'],
  ['replicate-token', '\\br8_[A-Za-z0-9]{37}\\b'],
  ['langsmith-key', '\\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['nvidia-key', '\\bnvapi-[A-Za-z0-9_-]{60,80}'],
  ['cerebras-key', '\\bcsk-[a-z0-9]{48}\\b'],
  ['elevenlabs-key', '\\bsk_[0-9a-f]{48}\\b'],
  ['supabase-key', '\\bsb(?:p_[0-9a-f]{40}|_secret_[A-Za-z0-9_-]{22,64})'],
  ['netlify-token', '\\bnf[pcouab]_[A-Za-z0-9]{36,40}\\b'],
  ['render-key', '\\brnd_[A-Za-z0-9]{28,32}\\b'],
  ['fly-token', '\\bf(?:m(?:1[ar]|2)_[A-Za-z0-9+/=]{60,2000}|o1_[A-Za-z0-9_-]{43})'],
  ['planetscale-token', '\\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}'],
  ['neon-key', '\\bnapi_[a-z0-9]{40,80}\\b'],
  ['mongodb-secret', '\\bmdb_sa_sk_[A-Za-z0-9_-]{40}'],
  ['tailscale-key', '\\btskey-[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,48}'],
  ['1password-token', '\\bops_eyJ[A-Za-z0-9+/=_-]{200,2000}'],
  ['doppler-token', '\\bdp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{40,80}'],
  ['pulumi-token', '\\bpul-[0-9a-f]{40}\\b'],
  ['postman-key', '\\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['new-relic-key', '\\bNR(?:AK|II|JS|RA)-[A-Za-z0-9_-]{19,42}'],
  ['atlassian-token', '\\bAT(?:ATT|CTT)3[A-Za-z0-9_=-]{100,300}'],
  ['artifactory-key', '\\bAKCp[A-Za-z0-9]{60,80}\\b'],
  ['dynatrace-token', '\\bdt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['age-key', '\\bAGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}'],
  ['google-client-secret', '\\bGOCSPX-[A-Za-z0-9_-]{28}'],
  ['webhook-secret', '\\bwhsec_[A-Za-z0-9+/=]{24,100}'],
  ['aws-bedrock-key', '\\bABSK[A-Za-z0-9+/]{100,300}={0,2}'],
  ['azure-storage-key', '\\bAccountKey=[A-Za-z0-9+/]{86}=='],
  ['alibaba-key', '\\bLTAI[A-Za-z0-9]{12,20}\\b'],
  ['tencent-key', '\\bAKID[A-Za-z0-9]{32}\\b'],
  ['resend-key', '\\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\\b'],
  ['square-token', '\\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}'],
  ['brevo-key', '\\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['telegram-token', ':AA(?<=\\d{8,10}:AA)[A-Za-z0-9_-]{33}'],
  ['discord-webhook', 'https://discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[A-Za-z0-9_-]{60,80}'],
  ['rubygems-key', '\\brubygems_[0-9a-f]{48}\\b'],
  ['crates-token', '\\bcio[A-Za-z0-9]{32}\\b'],
  ['nuget-key', '\\boy2[a-z0-9]{43}\\b'],
  ['clojars-token', '\\bCLOJARS_[0-9a-z]{60}\\b'],
  ['buildkite-token', '\\bbk[a-z]{2}_[0-9a-f]{40}\\b'],
  ['circleci-token', '\\bCCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}'],
  ['sonar-token', '\\bsq[apu]_[0-9a-f]{40}\\b'],
  ['heroku-key', '\\bHRKU-[A-Za-z0-9_-]{36,64}'],
  ['airtable-token', '\\bpat[A-Za-z0-9]{14}\\.[0-9a-f]{64}\\b'],
  ['contentful-token', '\\bCFPAT-[A-Za-z0-9_-]{43}'],
  ['posthog-key', '\\bphx_[A-Za-z0-9_-]{40,50}'],
  ['hubspot-token', '\\bpat-(?:na|eu|ap)\\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  [
    'plaid-token',
    '\\baccess-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  ],
  ['shippo-token', '\\bshippo_(?:live|test)_[0-9a-fA-F]{40}'],
  ['typeform-token', '\\btfp_[A-Za-z0-9_.=-]{59}'],
  ['easypost-key', '\\bEZ[AT]K[A-Za-z0-9]{54}\\b'],
  ['prefect-key', '\\bpn[ub]_[A-Za-z0-9]{36}\\b'],
  ['readme-key', '\\brdme_[a-z0-9]{70}'],
  ['infracost-key', '\\bico-[A-Za-z0-9]{32}\\b'],
  ['octopus-key', '\\bAPI-[A-Z0-9]{26}\\b'],
  ['cloudflare-key', '\\bv1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'],
  ['yandex-key', '\\bAQVN[A-Za-z0-9_-]{35,38}'],
  ['1password-key', '\\bA3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b'],
  ['adobe-client-secret', '\\bp8e-[a-z0-9]{32}\\b'],
  ['artifactory-token', '\\bcmVmd[A-Za-z0-9]{59}\\b'],
  ['aws-bedrock-session-key', '\\bbedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/=]{0,4000}'],
  ['azure-client-secret', 'Q~(?<=[A-Za-z0-9_~.]{3}\\dQ~)[A-Za-z0-9_~.-]{31,34}'],
  ['clickhouse-key', '\\b4b1d[A-Za-z0-9]{38}\\b'],
  ['duffel-token', '\\bduffel_(?:test|live)_[A-Za-z0-9_=-]{43}'],
  ['facebook-token', '\\bEAA[MC][A-Za-z0-9]{100,400}'],
  ['flutterwave-key', '\\bFLWSECK(?:_TEST)?-[A-Za-z0-9-]{12,40}'],
  ['frameio-token', '\\bfio-u-[A-Za-z0-9_=-]{64}'],
  ['grafana-key', '\\beyJrIjoi[A-Za-z0-9]{70,400}={0,2}'],
  ['harness-token', '\\b[ps]at\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}\\b'],
  ['intra42-secret', '\\bs-s4t2(?:ud|af)-[0-9a-f]{64}'],
  ['openshift-token', '\\bsha256~[A-Za-z0-9_-]{43}'],
  ['scalingo-token', '\\btk-us-[A-Za-z0-9_-]{48}'],
  ['settlemint-token', '\\bsm_(?:aat|pat|sat)_[A-Za-z0-9]{16}\\b'],
  ['sourcegraph-token', '\\bsgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}\\b'],
  ['teams-webhook', 'https://[a-z0-9-]{1,64}\\.webhook\\.office\\.com/webhookb2/[A-Za-z0-9@/-]{80,200}'],
];

/**
 * The one table of known token formats: observers and the event log never contain them, and the bundled package redact-secrets
 * uses a copy that the build writes.
 *
 * Each pattern starts with fixed characters and has bounded repetition only, so that one pass is linear.
 */
export const tokenFormats: readonly TokenFormat[] = [
  ...prefixed.map(([name, pattern]) => ({ name, pattern })),
  {
    name: 'aws-access-key',
    pattern: '(?<![A-Z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])',
  },
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
    pattern:
      '(?:https://)?\\bhooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}',
  },
  { name: 'stripe-key', pattern: '\\b(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,128}' },
  { name: 'npm-token', pattern: 'npm_[A-Za-z0-9]{36}' },
  { name: 'pypi-token', pattern: 'pypi-[A-Za-z0-9_-]{50,300}' },
  { name: 'hugging-face-token', pattern: '\\b(?:hf|api_org)_[A-Za-z0-9]{30,64}' },
  { name: 'sendgrid-key', pattern: '\\bSG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}' },
  { name: 'twilio-key', pattern: '\\bSK[0-9a-fA-F]{32}\\b' },
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

/**
 * The source of one expression for all formats, each a group, in the order of the table: the first match wins, so that what one
 * replaces cannot break up what another would have found.
 */
export const anyToken: string = joinFormats(tokenFormats);

/** A password may begin with any character; every other format begins with one of these, which rules out most places at once. */
function joinFormats(formats: readonly TokenFormat[]): string {
  const groups = formats.map(({ pattern }) => `(${pattern})`);
  return `(?=[-.:/+A-Za-z0-9])(?:${groups.slice(0, -1).join('|')})|${groups.at(-1)}`;
}

/** The pattern of a word, however it is capitalized: the formats share one expression, which has no flag for that. */
function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
