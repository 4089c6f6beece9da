import { MAX_TIMEOUT_MS } from '../manifest/manifest.ts';

/** The value of each setting that no configuration file sets. */
export const defaultSettings = {
  enabled: true,
  /** Hooks of one phase that run at the same time. */
  concurrency: 4,
  /** Also the maximum: a manifest or a file with a higher value gets this one. */
  maxTimeoutMs: MAX_TIMEOUT_MS as number,
  maxFollowUps: 5,
  onInternalError: 'continue',
  onWorkaround: 'continue',
  eventLog: { keepDays: 14, maxBytes: 200_000_000, payloads: 'summary' },
  packageMode: 'enforce',
  /** The name under `models` that a prompt or agent hook uses when it names none. */
  model: 'small',
} as const;
