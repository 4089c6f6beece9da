import { parseManifest } from '@hookmd/core/manifest';

/** HOOK.md of a bare executable, with what Kodelet knew without one. */
export function executableManifest(name: string, event: string, file: string): string {
  return `---
name: ${JSON.stringify(name)}
description: Imported from a bare executable of Kodelet
protocol: kodelet
events: [${event}]
command: [${JSON.stringify(`./${file}`)}]
enabled: false
---

# ${name}

A bare executable of Kodelet, as it was: run with the argument \`run\`, it reads Kodelet's payload and blocks by JSON with
\`"blocked": true\`. It may change what its event lets a hook of Kodelet change; \`modify\` narrows that.

\`hooks enable ${name}\` approves and enables it.
`;
}

/**
 * The same manifest under this name and disabled. Null if its front matter is written in a way in which neither key can be
 * edited safely.
 */
export function disabledManifest(
  bytes: Buffer,
  name: string,
  directoryName: string,
  files: readonly string[],
): string | null {
  const lines = bytes.toString('utf8').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && /^---\r?$/.test(line));
  if (end < 0) return null;
  const remaining = lines.filter((line, index) => index >= end || !/^(enabled|name)\s*:/.test(line));
  const text = [remaining[0], `name: ${JSON.stringify(name)}`, 'enabled: false', ...remaining.slice(1)].join(
    '\n',
  );
  const { manifest } = parseManifest(Buffer.from(text), { path: 'HOOK.md', directoryName, files });
  return manifest?.name === name && !manifest.enabled ? text : null;
}
