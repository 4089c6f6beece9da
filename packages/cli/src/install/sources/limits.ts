/** Of a compressed package: its files may have as much, and need not shrink. */
export const MAX_DOWNLOAD_BYTES: number = 33 * 1024 * 1024;
/** For all that is asked of a source at once: what a spec stands for, or its bytes. */
export const DOWNLOAD_TIMEOUT_MS = 120_000;
