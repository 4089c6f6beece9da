import { PackageRejected } from '../package-problem.ts';

const TRY_AGAIN = 'Try again; `curl` shows whether this machine reaches it.';

/** Somebody who was asked for a package gave none; `detail` is the end of a sentence. */
export function unreachable(url: string, detail: string, fix: string = TRY_AGAIN): PackageRejected {
  return new PackageRejected({ code: 'SOURCE_UNREACHABLE', parameters: { url: showUrl(url), detail, fix } });
}

/** Without its query, which may be a key. */
export function showUrl(url: string): string {
  return url.replace(/\?.*$/, '?…');
}
