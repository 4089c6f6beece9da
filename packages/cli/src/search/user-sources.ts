import { readConfigs } from '@hookmd/core/registry';
import { explainConfig } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { policySpec } from '../install/fetch-package.ts';
import { type MarketplaceSpec, noMarketplace } from '../install/sources/marketplace.ts';
import { parseSpec } from '../install/sources/spec.ts';

/** A marketplace of the user's configuration, or of the administrator's. */
export interface UserSource {
  readonly name: string;
  readonly spec: string;
  readonly from: string;
}

/** Never those of a project: a repository must not choose where the user looks for packages. */
export async function readSources(places: Places): Promise<readonly UserSource[]> {
  return explainConfig(await readConfigs(places, [])).flatMap(({ path, value, from }) => {
    const [section, name = ''] = path;
    return section === 'sources' ? [{ name, spec: String(value), from: from.join() }] : [];
  });
}

/**
 * A marketplace, and its spec in the one spelling that means the same in every directory. Throws SPEC_INVALID, and
 * NO_MARKETPLACE for what cannot be one.
 */
export function parseMarketplace(
  text: string,
  cwd: string,
  home: string,
): { readonly spec: string; readonly parsed: MarketplaceSpec } {
  const given = parseSpec(text);
  const isWhole =
    'plugin' in given && given.plugin === null && (given.prefix === 'file' || given.path === null);
  if (!isWhole) throw noMarketplace('a marketplace is a whole repository or directory');
  const spec = policySpec(text, cwd, home).replace(
    /^git:https:\/\/github\.com\/([^/#]+\/[^/#]+)\.git(?=#|$)/,
    'github:$1',
  );
  return { spec, parsed: parseSpec(spec) as MarketplaceSpec };
}
