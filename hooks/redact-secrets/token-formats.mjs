// Generated from packages/core/src/contracts/token-formats.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// packages/core/src/contracts/token-formats.ts
var tokenFormats = [
  { name: "aws-access-key", pattern: "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b" },
  { name: "github-token", pattern: "\\bgh[pousr]_[A-Za-z0-9]{36,251}" },
  { name: "github-fine-grained-token", pattern: "\\bgithub_pat_[A-Za-z0-9_]{60,244}" },
  { name: "gitlab-token", pattern: "\\bgl(?:pat|ptt|rt|dt|cbt|soat)-[A-Za-z0-9_-]{20,64}" },
  { name: "anthropic-key", pattern: "\\bsk-ant-[A-Za-z0-9_-]{20,200}" },
  { name: "openai-key", pattern: "\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}" },
  { name: "google-api-key", pattern: "\\bAIza[A-Za-z0-9_-]{35}" },
  { name: "google-oauth-token", pattern: "\\bya29\\.[A-Za-z0-9_-]{20,400}" },
  { name: "slack-token", pattern: "\\bxox[abeoprs]-[A-Za-z0-9-]{10,250}" },
  { name: "slack-webhook", pattern: "https://hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,100}" },
  { name: "stripe-key", pattern: "\\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,128}" },
  { name: "npm-token", pattern: "\\bnpm_[A-Za-z0-9]{36}" },
  { name: "pypi-token", pattern: "\\bpypi-[A-Za-z0-9_-]{50,300}" },
  { name: "hugging-face-token", pattern: "\\bhf_[A-Za-z0-9]{30,64}" },
  { name: "sendgrid-key", pattern: "\\bSG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}" },
  { name: "twilio-key", pattern: "\\bSK[0-9a-f]{32}\\b" },
  { name: "digitalocean-token", pattern: "\\bdo[opr]_v1_[0-9a-f]{64}" },
  {
    name: "json-web-token",
    pattern: "\\beyJ[A-Za-z0-9_-]{10,2000}\\.eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,2000}"
  },
  {
    name: "private-key",
    pattern: "-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----[A-Za-z0-9+/=\\s:,-]{0,8000}?-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----"
  },
  { name: "url-password", pattern: "(?<=\\b[a-z][a-z0-9+.-]{1,20}://[^\\s:/@]{1,64}:)[^\\s:/@]{3,256}(?=@)" }
];
export {
  tokenFormats
};
