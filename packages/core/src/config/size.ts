const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 1_024,
  MIB: 1_048_576,
  GIB: 1_073_741_824,
};

/** Bytes of a size as people write it: a number of bytes, or text such as `200MB`. Null for anything else. */
export function parseBytes(value: number | string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMG]?i?B)?$/i.exec(String(value).trim());
  const bytes = Math.round(
    Number(match?.[1] ?? Number.NaN) * (UNITS[match?.[2]?.toUpperCase() ?? 'B'] ?? Number.NaN),
  );
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}

/** `200MB`: how a size is shown, in a spelling that can be written in a configuration. */
export function formatBytes(bytes: number): string {
  const unit = ['GB', 'MB', 'KB'].find((one) => bytes % (UNITS[one] ?? 1) === 0) ?? 'B';
  return `${bytes / (UNITS[unit] ?? 1)}${unit}`;
}
