/** A known form of secret. */
export interface TokenFormat {
  readonly name: string;
  /**
   * The source of a plain regular expression without nested repetition. The token is its group `value`, or all of it with its
   * group `head` before it.
   */
  readonly pattern: string;
}

/** A token in a text. */
export interface FoundToken {
  readonly name: string;
  readonly index: number;
  readonly length: number;
}

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** `AWS_SECRET_ACCESS_KEY`, `SecretAccessKey`, `aws.secretKey`, `secret_key`, `AWS_SECRET`. */
const AWS_SECRET_NAME = `(?:${inAnyCase('secret')}[_ -]?(?:${inAnyCase('access')}[_ -]?)?${inAnyCase('key')}|${inAnyCase('aws')}[_.-]?${inAnyCase('secret')})`;

/** The characters before the value of a named secret: `NAME=`, `"Name": "`, `name('`, `<Name>`, `| Name | `, `NAME","Value":"`. */
const BEFORE_VALUE = `["'\\\\\\]]{0,4}[\\s=:>(|,]{1,24}["'\\\\]{0,4}(?:${inAnyCase('value')}["'\\\\]{0,4}[\\s=:]{1,24}["'\\\\]{0,4})?`;

/** A character of a password that certainly still belongs to its URL. */
const IN_URL = '[^\\s/?@"\\\\\'`<>,;]';

/** No name of four words (`sk-toggle-content-of-a-label`): names in code also begin like tokens. */
const NO_NAME = '(?![a-z]{1,20}[._-][a-z]{1,20}[._-][a-z]{1,20}[._-][a-z])';

type Row = readonly [name: string, start: string, rest: string];

/**
 * Tokens at the start of a word, compared with public lists of such formats: how each starts, and what follows. A text is
 * searched for the starts only, so each is as long as it takes to be rare.
 */
const wordRows: readonly Row[] = [
  ['1password-key', 'A3-[A-Z0-9]{6}-', '[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b'],
  ['1password-token', 'ops_eyJ', '[A-Za-z0-9+/=_-]{200,2000}'],
  ['adafruit-key', 'aio_', '[A-Za-z0-9]{28}\\b'],
  ['adobe-client-secret', 'p8e-', '[a-z0-9]{32}\\b'],
  ['age-key', 'AGE-SECRET-KEY-1', '[02-9AC-HJ-NP-Z]{58}'],
  ['airtable-oauth-token', 'oaa[A-Za-z0-9]{14}\\.v1\\.', '[A-Za-z0-9_=-]{4,600}\\.[0-9a-f]{64}\\b'],
  ['airtable-token', 'pat[A-Za-z0-9]{14}\\.', '[0-9a-f]{64}\\b'],
  ['alibaba-key', 'LTAI', '[A-Za-z0-9]{12,26}\\b'],
  ['apify-token', 'apify_api_', '[A-Za-z0-9-]{36}'],
  ['artifactory-key', 'AKCp', '[A-Za-z0-9]{60,80}\\b'],
  ['artifactory-token', 'cmVmd', '[A-Za-z0-9]{59}\\b'],
  ['atlassian-token', 'AT(?:ATT|CTT)3', '[A-Za-z0-9_=+/-]{60,300}'],
  [
    'authress-key',
    '(?:authress|scauth|sc|ext)_[A-Za-z0-9]{5,30}\\.',
    '[A-Za-z0-9]{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}',
  ],
  ['aws-appsync-key', 'da2-', '[a-z0-9]{26}\\b'],
  ['aws-bedrock-key', 'ABSK', '[A-Za-z0-9+/]{100,300}={0,2}'],
  ['aws-bedrock-session-key', 'bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t', '[A-Za-z0-9+/=]{0,4000}'],
  ['azure-git-password', 'git&\\d{12}&', '[A-Za-z0-9+/]{86}=='],
  [
    'azure-refresh-token',
    '[01]\\.A[A-Za-z0-9_-]{50,400}',
    '(?:\\.\\d)?\\.Ag[A-Za-z0-9_-]{250,2000}(?:\\.A[A-Za-z0-9_-]{200,2000})?',
  ],
  ['azure-storage-key', '(?:AccountKey|SharedAccessKey)=', '[A-Za-z0-9+/]{43,86}={1,2}'],
  ['bannerbear-key', 'bb_(?:pr|ma)_', '[0-9a-f]{30}\\b'],
  ['besttime-key', 'pri_', '[0-9a-f]{32}\\b'],
  ['bitbucket-password', 'ATBB', '[A-Za-z0-9_=.-]{24,64}'],
  ['bitbucket-token', 'BBDC-', '[A-Za-z0-9+/@_-]{40,50}'],
  ['brevo-key', 'x(?:keysib|smtpsib)-', '[A-Za-z0-9]{64}-[A-Za-z0-9_-]{16}'],
  ['buildkite-token', 'bk[a-z]{2}_', '[0-9a-z]{40}\\b'],
  ['cerebras-key', 'csk-', '[a-z0-9]{48}\\b'],
  [
    'checkout-key',
    'sk_(?:test_|sbox_)?[0-9a-fA-F]{8}-',
    '[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
  ],
  ['circleci-token', 'CCIP(?:AT|RJ)_', '[A-Za-z0-9]{22}_[0-9a-fA-F]{40}'],
  ['clickhouse-key', '4b1d', '[A-Za-z0-9]{38}\\b'],
  ['clickup-token', 'pk_\\d{7,9}_', '[0-9A-Z]{32}\\b'],
  ['clojars-token', 'CLOJARS_', '[0-9a-z]{60}\\b'],
  ['close-key', 'api_[A-Za-z0-9]{22}\\.', '[A-Za-z0-9]{22}\\b'],
  ['cloudflare-key', 'v1\\.0-', '[A-Za-z0-9-]{171}'],
  ['cloudflare-token', 'cf(?:k|ut|at)_', '[A-Za-z0-9]{40}[0-9a-f]{8}\\b'],
  ['column-key', '(?:live|test)_', '(?=[A-Za-z0-9]{0,26}[A-Z])(?=[A-Za-z]{0,26}\\d)[A-Za-z0-9]{27}\\b'],
  ['contentful-token', 'CFPAT-', '[A-Za-z0-9_-]{43}'],
  ['courier-key', 'pk_[a-z]{2,12}_', '[A-Z0-9]{28}\\b'],
  ['crates-token', 'cio', '[A-Za-z0-9]{32}\\b'],
  ['databricks-token', 'dapi', '[0-9a-f]{32}(?:-\\d)?\\b'],
  ['defined-networking-token', 'dnkey-', '[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}'],
  ['deno-token', 'dd[pw]_', '[A-Za-z0-9]{36}\\b'],
  ['dfuse-key', 'web_', '(?=[a-z]{0,31}\\d)[0-9a-z]{32}\\b'],
  ['discord-webhook', 'https://discord(?:app)?\\.com/api/webhooks/', '\\d{17,20}/[A-Za-z0-9_-]{60,80}'],
  ['doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.', '[A-Za-z0-9._-]{40,80}'],
  ['dropbox-token', 'sl\\.(?:u\\.)?[A-Za-z0-9_-]{40}', '[A-Za-z0-9_=-]{90,2000}'],
  ['duffel-token', 'duffel_(?:test|live)_', '[A-Za-z0-9_=-]{43}'],
  ['dynatrace-token', 'dt0[a-z]\\d\\d\\.', '[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}'],
  ['easypost-key', 'EZ[AT]K', '[A-Za-z0-9]{54}\\b'],
  ['elevenlabs-key', 'sk_[0-9a-f]{16}', '[0-9a-f]{32}\\b'],
  ['endor-key', 'endr\\+', '[A-Za-z0-9-]{16}'],
  ['facebook-token', 'EAA[MC]', '[A-Za-z0-9]{100,400}'],
  ['figma-token', 'fig[dopru][hr]?_', '[A-Za-z0-9_=-]{40,64}'],
  ['finage-key', 'API_KEY[0-9A-Z]{8}', '[0-9A-Z]{24}\\b'],
  ['fleetbase-key', 'flb_(?:live|test)_', '[0-9A-Za-z]{20}\\b'],
  ['flexport-token', 'shltm_', '[A-Za-z0-9_-]{40}'],
  ['flutterwave-key', 'FLWSECK(?:_TEST)?-', '[A-Za-z0-9-]{12,40}'],
  ['fly-oauth-token', 'fo1_', '[A-Za-z0-9_-]{43}'],
  ['fly-token', 'fm(?:1[ar]|2)_', '[A-Za-z0-9+/=]{60,2000}'],
  ['frameio-token', 'fio-u-', '[A-Za-z0-9_=-]{64}'],
  ['fullstory-key', '(?:na|eu)1\\.[A-Za-z0-9+/]{40}', '[A-Za-z0-9+/]{60}={0,2}'],
  ['gitlab-session', '_gitlab_session=', '[0-9a-z]{32}\\b'],
  ['gitlab-token', 'GR1348941', '[A-Za-z0-9_-]{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?'],
  [
    'gocardless-token',
    'live_',
    '(?=[A-Za-z0-9_-]{0,39}[A-Z])(?=[A-Za-z_-]{0,39}\\d)[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])',
  ],
  ['google-client-secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'],
  ['google-oauth-token', 'ya29\\.', '[A-Za-z0-9_-]{20,400}'],
  ['google-refresh-token', '1//0', '[A-Za-z0-9_-]{40,150}'],
  ['grafana-key', 'eyJrIjoi', '[A-Za-z0-9]{70,400}={0,2}'],
  ['grafana-token', 'gl(?:sa|c)_', '(?:[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|[A-Za-z0-9+/=]{32,400})'],
  ['groq-key', 'gsk_', '[A-Za-z0-9]{48,60}\\b'],
  ['harness-token', '[ps]at\\.[A-Za-z0-9_-]{22}\\.', '[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}\\b'],
  ['heroku-key', 'HRKU-', '[A-Za-z0-9_-]{36,64}'],
  [
    'hubspot-token',
    'pat-(?:na|eu|ap)\\d-',
    '[0-9A-Za-z]{8}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{12}',
  ],
  ['hugging-face-token', '(?:hf|api_org)_', '[A-Za-z0-9]{30,64}'],
  ['infracost-key', 'ico-', '[A-Za-z0-9]{32}\\b'],
  ['intra42-secret', 's-s4t2(?:ud|af)-', '[0-9a-f]{64}'],
  // Each try stops at the next beginning, so that many of them cost no more. Encrypted ones have five parts.
  [
    'json-web-token',
    'eyJ',
    '(?:(?!-eyJ)[A-Za-z0-9_-]){10,2000}\\.(?:e[wy][A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,2000}|[A-Za-z0-9_-]{0,700}\\.[A-Za-z0-9_-]{16,22}\\.[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{22,43}(?![A-Za-z0-9_-]))',
  ],
  ['json-web-token', 'ZXlK(?:aGJHY2lPaU|MGVYQWlPaU|cmFXUWlPaU)', '[A-Za-z0-9+/]{60,8000}={0,2}'],
  ['klaviyo-key', 'pk_(?:[A-Za-z0-9]{6}_)?[0-9a-f]{16}', '[0-9a-f]{18}\\b'],
  ['langsmith-key', 'lsv2_(?:pt|sk)_', '[0-9a-f]{32}_[0-9a-f]{10}'],
  ['launchdarkly-key', '(?<!-)(?:api|sdk)-[0-9a-f]{8}-', '[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['linear-key', 'lin_(?:api|oauth)_', '[A-Za-z0-9]{40,64}'],
  ['lob-key', '(?:live|test)_[0-9a-f]{16}', '[0-9a-f]{19}\\b'],
  ['locationiq-key', 'pk\\.[0-9a-f]{16}', '[0-9a-f]{16}\\b'],
  ['mailgun-key', 'key-(?<!-key-)[0-9a-f]{32}', '(?![\\w-])'],
  ['mapbox-token', '[st]k\\.eyJ', '[A-Za-z0-9_-]{40,250}\\.[A-Za-z0-9_-]{22}'],
  ['mongodb-secret', 'mdb_sa_sk_', '[A-Za-z0-9_-]{40}'],
  ['neon-key', 'napi_', '[a-z0-9]{40,80}\\b'],
  ['netlify-token', 'nf[pcouab]_', '[A-Za-z0-9]{36,40}\\b'],
  ['new-relic-key', 'NR(?:AK|BR|II|IQ|JS|RA)-', '[A-Za-z0-9_-]{19,42}'],
  ['nightfall-key', 'NF-', '[A-Za-z0-9]{32}\\b'],
  ['notion-secret', 'secret_', '(?=[A-Za-z]{0,42}\\d)[A-Za-z0-9]{43}\\b'],
  ['notion-token', 'ntn_', '[0-9]{11}[A-Za-z0-9]{32,35}'],
  ['nuget-key', 'oy2', '[a-z0-9]{43}\\b'],
  ['nvidia-key', 'nvapi-', '[A-Za-z0-9_-]{60,80}'],
  ['octopus-key', 'API-[A-Z0-9]{16}', '[A-Z0-9]{10,18}\\b'],
  ['openai-key', 'sk-(?!ant-)', '(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}'],
  ['openshift-token', 'sha256~', '[A-Za-z0-9_-]{43}'],
  ['pagarme-key', 'ak_(?:live|test)_', '[A-Za-z0-9]{30}\\b'],
  ['perplexity-key', 'pplx-', '[A-Za-z0-9]{40,60}\\b'],
  ['pganalyze-key', 'pgar_', '[A-Za-z0-9]{27}\\b'],
  ['photoroom-key', 'sk_pr_', '[A-Za-z0-9]{1,64}_[0-9a-fA-F]{40}\\b'],
  ['pinecone-key', 'pcsk_[A-Za-z0-9]{5,6}_', '[A-Za-z0-9]{63}\\b'],
  ['plaid-token', 'access-(?:sandbox|development|production)-', UUID],
  ['planetscale-token', 'pscale_(?:tkn|pw|oauth)_', '[A-Za-z0-9_.=-]{32,64}'],
  ['portainer-token', 'ptr_', '(?=[A-Za-z/_+=-]{0,60}\\d)[A-Za-z0-9/_+=-]{40,60}'],
  ['posthog-key', 'phx_', '[A-Za-z0-9_-]{40,50}'],
  ['postman-key', 'PMAK-', '[A-Za-z0-9-]{59}'],
  ['prefect-key', 'pn[ub]_', '[A-Za-z0-9]{36}\\b'],
  ['pulumi-token', 'pul-', '[0-9a-z]{40}\\b'],
  ['ramp-secret', 'ramp_sec_', '[A-Za-z0-9]{48}\\b'],
  ['readme-key', 'rdme_', '[a-z0-9]{70}'],
  ['render-key', 'rnd_', '[A-Za-z0-9]{28,32}\\b'],
  ['replicate-token', 'r8_', '[A-Za-z0-9]{37}\\b'],
  ['resend-key', 're_[A-Za-z0-9]{8}_', '[A-Za-z0-9]{24}\\b'],
  ['robinhood-key', 'rh-api-', UUID],
  ['rootly-token', 'rootly_', '[0-9a-f]{64}\\b'],
  ['rubygems-key', 'rubygems_', '[0-9a-f]{48}\\b'],
  ['salad-key', 'salad_cloud_', '[0-9A-Za-z]{1,7}_[0-9A-Za-z]{7,235}'],
  ['salesforce-key', '3MVG9', '[A-Za-z0-9._+/=]{80,251}'],
  ['salesforce-refresh-token', '5AEP861', '[A-Za-z0-9._=]{80,300}'],
  ['salesforce-session', '00[A-Za-z0-9]{13,16}!', '[A-Za-z0-9_.]{80,120}'],
  ['scalingo-token', 'tk-us-', '[A-Za-z0-9_-]{48}'],
  ['secret-key', '(?:sk|lk)_(?=[a-zA-Z]{0,17}\\d)[A-Za-z0-9]{18}', '[A-Za-z0-9]{0,46}\\b'],
  ['sendgrid-key', 'SG\\.', '[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}'],
  ['sentry-token', 'sntry[su]_', '(?:eyJ[A-Za-z0-9+/=_-]{60,500}|[0-9a-f]{64})'],
  ['settlemint-token', 'sm_(?:aat|pat|sat)_', '[A-Za-z0-9]{16}\\b'],
  ['shippo-token', 'shippo_(?:live|test)_', '[0-9a-fA-F]{40}'],
  ['shopify-token', 'shp(?:at|ca|pa|ss|ua)_', '[0-9a-fA-F]{32}\\b'],
  ['shutterstock-token', 'v2/[A-Za-z0-9]{40}', '[A-Za-z0-9]{348}\\b'],
  [
    'slack-webhook',
    '(?:https://)?hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/',
    '[A-Za-z0-9+/]{20,120}',
  ],
  ['sonar-token', 'sq(?:[apu]|co)_', '(?:[0-9a-f]{40}|[A-Za-z0-9]{59})\\b'],
  ['sourcegraph-cody-token', 'slk_', '[0-9a-f]{64}\\b'],
  ['sourcegraph-token', 'sgp_', '(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}\\b'],
  ['spectral-token', 'spu-', '[0-9a-z]{32}\\b'],
  ['square-token', 'sq0[a-z]{3}-', '[A-Za-z0-9_-]{22,50}'],
  ['stripe-client-secret', '(?:pi|seti)_[A-Za-z0-9]{24}_secret_', '[A-Za-z0-9]{25}\\b'],
  ['stripe-key', '[rs]k_(?:live|test|prod)_', '[A-Za-z0-9]{10,128}'],
  ['supabase-key', 'sbp_', '[0-9a-z]{40}\\b'],
  ['supabase-key', 'sb_secret_', '[A-Za-z0-9_-]{22,64}'],
  ['tailscale-key', 'tskey-[a-z]{2,12}-', '[A-Za-z0-9]{5,24}-[A-Za-z0-9]{16,48}'],
  [
    'teams-webhook',
    'https://[A-Za-z0-9-]{1,64}\\.webhook\\.office\\.com/webhookb2/',
    '[A-Za-z0-9@/-]{80,200}',
  ],
  ['teamwork-token', 'tkn\\.v1_', '[0-9A-Za-z]{71}='],
  ['telnyx-key', 'KEY[0-9A-F]{32}_', '[A-Za-z0-9]{22}\\b'],
  ['tencent-key', 'AKID', '[A-Za-z0-9]{32}\\b'],
  ['tickettailor-key', 'sk_\\d{4}_\\d{6}_', '[0-9a-f]{32}'],
  ['tines-webhook', 'https://[A-Za-z0-9_-]{1,64}\\.tines\\.com/webhook/', '[0-9a-z]{32}/[0-9a-z]{32}'],
  ['trufflehog-key', 'thog-(?:key|secret)-', '[0-9a-f]{16,32}\\b'],
  ['twilio-key', 'SK[0-9a-fA-F]{8}', '[0-9a-fA-F]{24}\\b'],
  ['typeform-token', 'tfp_', '[A-Za-z0-9_.=-]{40,64}'],
  ['ubidots-key', 'BBFF-', '[0-9A-Za-z]{30}\\b'],
  ['vault-token', 'hv[sbr]\\.', '[A-Za-z0-9_-]{24,400}'],
  ['vercel-token', 'vc[aikpr]_', '[A-Za-z0-9]{24,80}\\b'],
  ['voiceflow-key', 'VF\\.(?:DM\\.|WS\\.)?[0-9a-fA-F]{24}\\.', '[A-Za-z0-9]{16}\\b'],
  ['webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{24,100}'],
  ['xai-key', 'xai-', '[A-Za-z0-9_]{70,90}\\b'],
  ['yandex-key', 'AQVN', '[A-Za-z0-9_-]{35,38}'],
  ['yandex-token', 't1\\.[A-Za-z0-9_-]{1,400}={0,2}\\.', '[A-Za-z0-9_-]{86}={0,2}'],
  ['zapier-webhook', '(?:https://)?hooks\\.zapier\\.com/hooks/catch/', '[A-Za-z0-9/]{12,40}'],
  ['zoho-token', '1000\\.[0-9a-f]{32}\\.', '[0-9a-f]{32}\\b'],
];

/** Tokens that are also redacted within a word. */
const anywhereRows: readonly Row[] = [
  ['anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{20,200}'],
  ['aws-access-key', 'A(?<![A-Z0-9]A)(?:KIA|SIA)', '[A-Z0-9]{16}(?![A-Z0-9])'],
  ['aws-access-key', 'A(?<![A-Za-z0-9+/]A)(?:3T[A-Z0-9]|BIA|CCA)', '[A-Z0-9]{16}(?![A-Za-z0-9+/=])'],
  // Also cut short by an ellipsis, as reasons are.
  [
    'aws-secret-key',
    `${AWS_SECRET_NAME}${BEFORE_VALUE}`,
    '(?<value>(?=[A-Za-z]{0,39}[0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])|[A-Za-z0-9/+]{6,39}(?=…))',
  ],
  ['azure-client-secret', 'Q~', '(?<=(?<head>[A-Za-z0-9_~.-]{3}\\d)Q~)[A-Za-z0-9_~.-]{31,34}'],
  // Of exact length between other characters than those of base64, which has such letters by chance.
  [
    'azure-registry-password',
    '\\+ACR',
    '(?<=(?<![A-Za-z0-9+/])(?<head>[A-Za-z0-9+/]{42})\\+ACR)[A-Za-z0-9]{6}(?![A-Za-z0-9+/=])',
  ],
  ['azure-signature', '[?&;]sig=', '(?<value>[A-Za-z0-9%+/_-]{43,90}={0,2})'],
  ['digitalocean-token', 'do[opr]_v1_', '[0-9a-f]{64}'],
  ['docker-token', 'dckr_(?:pat|oat)_', '[A-Za-z0-9_-]{27,64}'],
  ['github-fine-grained-token', 'github_pat_', '[A-Za-z0-9_]{60,244}'],
  // A token of an installation is a JSON web token after its prefix.
  [
    'github-token',
    'gh[pousr]_',
    '(?:[A-Za-z0-9_-]{20,400}\\.[A-Za-z0-9_-]{20,2000}\\.[A-Za-z0-9_-]{20,1000}|[A-Za-z0-9_]{36,251})',
  ],
  // A routable token ends in `.VERSION.CHECKSUM`. The rarer prefixes also begin names in lower case (`glagent-…`), so they need a capital or a digit.
  [
    'gitlab-token',
    'gl(?:(?:pat|ptt|rt|dt|cbt|soat)-|(?:ft|oas|agent|imt|ffct|rtr|wt)-(?=[a-z_-]{0,63}[A-Z0-9]))',
    '[A-Za-z0-9_-]{20,300}(?:(?:\\.[0-9a-z]{2})?\\.[0-9a-z]{9}(?![0-9a-z]))?',
  ],
  ['google-api-key', 'AIza', '[A-Za-z0-9_-]{35}'],
  ['mailchimp-key', '-us\\d', '(?<=\\b(?<head>[0-9a-f]{32})-us\\d)\\d?\\b'],
  ['maxmind-key', '_mmk\\b', '(?<=\\b(?<head>[A-Za-z0-9]{6}_[A-Za-z0-9]{29})_mmk)'],
  ['new-relic-license', 'FFFFNRAL\\b', '(?<=\\b(?<head>[0-9a-f]{32}|eu01xx[0-9a-f]{26})FFFFNRAL)'],
  ['new-relic-mobile-token', '-NRMA\\b', '(?<=\\b(?<head>AA[0-9a-f]{40}|eu01xx[0-9a-f]{36})-NRMA)'],
  ['npm-token', 'npm_', '[A-Za-z0-9]{36}'],
  // Also without its end: `head` cuts it off. Each try stops at the next BEGIN, so that many of them cost no more.
  [
    'private-key',
    '-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----',
    '(?:(?:(?!-----(?:BEGIN|END) )[\\s\\S]){0,16000}-----END (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?:[\\s\\\\n]{0,8}[A-Za-z0-9+/=]{16,100}){1,400})',
  ],
  ['pypi-token', 'pypi-', `${NO_NAME}[A-Za-z0-9_-]{50,300}`],
  [
    'slack-token',
    'x(?:ox[abceoprs]-|app-\\d-)',
    '(?:[A-Za-z0-9]{6,32}-\\d{6,32}-[A-Za-z0-9]{20,128}|[A-Za-z0-9-]{10,250})',
  ],
  ['square-token', 'EAAA(?<![A-Za-z0-9+/]EAAA)', '[A-Za-z0-9_-]{60}(?![A-Za-z0-9+/=_-])'],
  ['storyblok-token', 'tt-\\d{6}-', '(?<=\\b(?<head>[A-Za-z0-9]{22})tt-\\d{6}-)[A-Za-z0-9_-]{20}'],
  ['telegram-token', ':AA', '(?<=(?<head>\\d{8,10}):AA)[A-Za-z0-9_-]{33}'],
  ['terraform-token', '\\.atlasv1\\.', '(?<=(?<head>[A-Za-z0-9]{14})\\.atlasv1\\.)[A-Za-z0-9_=-]{60,80}'],
  // A password may have `@` and `:` in it, so the last `@` before the host ends it. A quote that JSON puts after a
  // value is none of it, and neither is the digest of an image a host. The name of a variable is no password.
  [
    'url-password',
    '://(?<=[A-Za-z][A-Za-z0-9+.-]{1,20}://)[^\\s:/"<>]{0,64}:',
    `(?!(?:\\$\\{[\\w.]{1,64}\\}|\\$[A-Z_]{3,64}|\\*{1,64})@)(?<value>${IN_URL}{1,256}(?:@${IN_URL}{1,128}){1,8}|(?:[^\\s:/@"']|["'](?![,:}\\]])){3,4000}|${IN_URL}{3,4000})(?=@(?!sha256:))`,
  ],
];

const rows: readonly Row[] = [
  ...wordRows.map(([name, start, rest]): Row => [name, `\\b${start}`, NO_NAME + rest]),
  ...anywhereRows,
];

/**
 * The one table of known token formats: observers and the event log never contain them, and the bundled package redact-secrets
 * uses a copy that the build writes.
 *
 * Each pattern has bounded repetition only, so that one pass is linear.
 */
export const tokenFormats: readonly TokenFormat[] = rows.map(([name, start, rest]) => ({
  name,
  pattern: start + rest,
}));

const rowsByLetter = groupByLetter(rows);

/** Most texts have no start of a token: one search is all they cost, and no format is compiled. */
const anyStart = new RegExp(`\\b(?:${startsOf(wordRows)})|${startsOf(anywhereRows)}`, 'g');
const compiled = new Map<Row, RegExp>();

/** The tokens in a text, from left to right. A token that begins inside of another one is part of it. */
export function findTokens(text: string): readonly FoundToken[] {
  const found: FoundToken[] = [];
  anyStart.lastIndex = 0;
  for (let start = anyStart.exec(text); start !== null; start = anyStart.exec(text)) {
    const token = tokenAt(text, start.index);
    if (token !== undefined) found.push(token);
    anyStart.lastIndex = token === undefined ? start.index + 1 : token.index + token.length;
  }
  return found;
}

/** The text with `[redacted]` for each token. */
export function redactTokens(text: string): string {
  let clean = '';
  let done = 0;
  for (const { index, length } of findTokens(text)) {
    clean += `${text.slice(done, index)}[redacted]`;
    done = index + length;
  }
  return clean + text.slice(done);
}

/** The token whose start is at `index`, named by the first row that matches. */
function tokenAt(text: string, index: number): FoundToken | undefined {
  for (const letter of [text.charAt(index), '']) {
    for (const row of rowsByLetter.get(letter) ?? []) {
      const pattern = compile(row);
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      if (match !== null) {
        const { head = '', value = head + match[0] } = match.groups ?? {};
        return { name: row[0], index: pattern.lastIndex - value.length, length: value.length };
      }
    }
  }
  return undefined;
}

function compile(row: Row): RegExp {
  const [, start, rest] = row;
  const pattern = compiled.get(row) ?? new RegExp(start + rest, 'y');
  compiled.set(row, pattern);
  return pattern;
}

/** The pattern of every start. Those with the same first letter share it: fewer are tried at each place. */
function startsOf(table: readonly Row[]): string {
  return [...groupByLetter(table)]
    .map(
      ([letter, group]) => `${letter}(?:${group.map(([, start]) => start.slice(letter.length)).join('|')})`,
    )
    .join('|');
}

/** The rows by the character that each of their tokens begins with, or by nothing where that depends. */
function groupByLetter(table: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of table) {
    const letter = /^(?:\\b)?([\w:-])(?![?*+{])/.exec(row[1])?.[1] ?? '';
    groups.set(letter, [...(groups.get(letter) ?? []), row]);
  }
  return groups;
}

/** The pattern of a word, however it is capitalized: the starts share one expression, which has no flag for that. */
function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
