import { readdir, readFile } from 'node:fs/promises';

/**
 * The licence texts of every npm package of which anything is in a bundle, as one text.
 * `outputs` are those of esbuild's metafile; `copied` are directories of packages beside the bundles.
 */
export async function thirdPartyLicences(outputs, copied) {
  const folders = new Set(copied);
  for (const output of outputs) {
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
      if (folder && bytesInOutput > 0) folders.add(folder);
    }
  }
  const notices = await Promise.all([...folders].map(noticeOf));
  return `The files in this folder contain these packages.\n\n${notices.sort().join('\n')}`;
}

async function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const by = typeof author === 'object' ? author.name : author;
  const text = file
    ? await readFile(`${folder}/${file}`, 'utf8')
    : `(no licence file in the package; author: ${by ?? 'not named'})`;
  return `== ${name} ${version} (${license})\n\n${text.trim()}\n`;
}
