/**
 * Writes the software bill of materials of the package hookmd, as CycloneDX JSON: `npm run sbom [-- FILE]`, default hookmd.cdx.json.
 *
 * It lists the packages whose code is in the bundles, and what npm installs beside them. The official schema validates it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';

const root = path.dirname(import.meta.dirname);
const file = process.argv[2] ?? 'hookmd.cdx.json';
const { name, version, license, optionalDependencies } = JSON.parse(read('packages/cli/package.json'));

/** Every bundled package has such a heading above its license. */
const bundled = [
  ...read('packages/cli/dist/THIRD_PARTY_LICENSES.txt').matchAll(/^== (\S+) (\S+) \((.*)\)$/gm),
];
/** The programs of esbuild, of which npm installs the one for the system: all have its version and license. */
const esbuild = JSON.parse(read('packages/cli/node_modules/esbuild/package.json'));
const installed = Object.keys(optionalDependencies).map((dependency) => [
  null,
  dependency,
  esbuild.version,
  esbuild.license,
]);

const bom = new Models.Bom();
bom.metadata.component = component(name, version, license, Enums.ComponentType.Application);
for (const [, part, its, terms] of [...bundled, ...installed]) {
  const added = component(part, its, terms, Enums.ComponentType.Library);
  bom.components.add(added);
  bom.metadata.component.dependencies.add(added.bomRef);
}

const format = Spec.Spec1dot6;
const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(format)).serialize(bom, {
  sortLists: true,
  space: 2,
});
const problem = await new Validation.JsonStrictValidator(format.version).validate(text);
if (problem !== null) {
  console.error(`The bill of materials does not match the schema of CycloneDX: ${JSON.stringify(problem)}`);
  process.exitCode = 1;
} else {
  writeFileSync(file, `${text}\n`);
  console.log(`${file}: ${bom.components.size} components, valid CycloneDX ${format.version}`);
}

function component(part, its, terms, type) {
  const [group, plain] = part.startsWith('@') ? part.split('/') : [null, part];
  const purl = new PackageURL('npm', group, plain, its, null, null);
  return new Models.Component(type, plain, {
    ...(group === null ? {} : { group }),
    version: its,
    licenses: new Models.LicenseRepository([new Models.NamedLicense(terms)]),
    purl,
    bomRef: purl.toString(),
  });
}

function read(relative) {
  return readFileSync(path.join(root, relative), 'utf8');
}
