import { createHash } from 'node:crypto';
import { digestOf, type PackageFile } from '@hookmd/core/trust';
import type { PackageFileText } from '../new/write-package.ts';

/** What the package would be approved as, once these files are written. */
export function digestOfFiles(files: Readonly<Record<string, PackageFileText>>): string {
  const inOrder = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return digestOf(inOrder.map(([path, file]) => toPackageFile(path, file)));
}

function toPackageFile(path: string, file: PackageFileText): PackageFile {
  const isLink = 'link' in file;
  const bytes = Buffer.from(isLink ? file.link : file.text);
  return {
    path,
    type: isLink ? 'link' : 'file',
    isExecutable: !isLink && file.isExecutable === true,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    target: isLink ? file.link : null,
  };
}
