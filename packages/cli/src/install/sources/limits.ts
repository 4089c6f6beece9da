/** Of a compressed package: its files may have as much, and need not shrink. */
export const MAX_DOWNLOAD_BYTES: number = 33 * 1024 * 1024;
