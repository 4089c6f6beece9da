import type { FileText } from '../support/hook-package.ts';

/** A package of the administrator that blocks, and `managed`, which calls the command line on a machine of theirs. */
export function managedPackage(
  name: string,
  { front = '', mode = 0o755 }: { readonly front?: string; readonly mode?: number } = {},
): Readonly<Record<string, string | FileText>> {
  return {
    [`etc/hookmd/hooks/${name}/HOOK.md`]: `---\nevents: [PreToolUse]\ncommand: ./handler.sh\n${front}---\n`,
    [`etc/hookmd/hooks/${name}/handler.sh`]: { text: '#!/bin/sh\necho corp >&2; exit 2\n', mode },
    managed: {
      text: `#!/bin/sh
exec unshare -rm sh -c 'mount --bind "$HOME/../etc" /etc && exec "$@"' sh node <cli> "$@" --home <home> --project <project>
`,
      mode: 0o755,
    },
  };
}
