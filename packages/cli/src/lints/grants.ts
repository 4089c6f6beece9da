import { integrations } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import { mayBeForeign } from '@hookmd/core/events';
import { MAX_TIMEOUT_MS } from '@hookmd/core/manifest';
import { protocols } from '@hookmd/core/protocols';
import type { HookStatus } from '@hookmd/core/registry';
import { readFindings } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { readAttachRecord } from '../attach/attach-record.ts';
import { describeMs } from '../hooks/describe.ts';

/** What an approved hook of another system expects from its agent, and was not granted. */
export async function grantLint(status: HookStatus): Promise<readonly Issue[]> {
  const { record, approval } = status;
  const { manifest, manifestPath: path } = record;
  // The approval shows it first; another version has other texts.
  if (manifest === null || approval === null || approval.digest !== record.digest) return [];
  const { variables, allows, setsVariables } = await readFindings(record);
  const name = quoteWord(record.qualifiedName);
  const isForeign = mayBeForeign(record.root.source);
  const missing = variables.filter((variable) => !approval.env.includes(variable));
  const pronoun = missing.length === 1 ? 'it' : 'them';
  const list = [...approval.env, ...missing].join(',');
  const found: Issue[] = [];
  if (missing.length > 0)
    found.push(issue('GRANT_VARIABLES', { names: missing.join(', '), pronoun, name, list }, { path }));
  if (allows && !manifest.preApprove && approval.preApprove !== true) {
    const fix = isForeign
      ? 'A hook of a repository never may: to let it, install it for yourself.'
      : `To let it, run \`hooks enable ${name} --pre-approve\`.`;
    found.push(issue('GRANT_ALLOW', { fix }, { path }));
  }
  const timeoutMs = manifest.timeoutMs ?? 0;
  if (timeoutMs > MAX_TIMEOUT_MS && (isForeign || approval.timeoutMs === undefined)) {
    const fix = isForeign
      ? 'A hook of a repository cannot have more: to give it more, install it for yourself.'
      : `To grant it, run \`hooks approve ${name}\`.`;
    const parameters = { found: describeMs(timeoutMs), used: describeMs(MAX_TIMEOUT_MS), fix };
    found.push(issue('GRANT_TIMEOUT', parameters, { path }));
  }
  const { variable = '', on = [] } = protocols[manifest.protocol].environmentFile ?? {};
  const without = manifest.events.map((event) => event.name).filter((event) => !on.includes(event));
  if (setsVariables && without.length > 0)
    found.push(issue('ENVIRONMENT_FILE', { variable, where: `at ${without.join(', ')}` }, { path }));
  return found;
}

/** Attached agents that run a hook and have no file for the variables that it sets. */
export async function environmentFileHint(
  { record }: HookStatus,
  { stateDir }: Pick<Places, 'stateDir'>,
): Promise<readonly Issue[]> {
  const { manifest, manifestPath: path } = record;
  const row = manifest === null ? null : protocols[manifest.protocol].environmentFile;
  if (manifest === null || row === null || !(await readFindings(record)).setsVariables) return [];
  const events = manifest.events.flatMap((named) => named.events).filter((event) => row.on.includes(event));
  const agents = Object.values(integrations)
    .filter(({ name, supports }) => !row.agents.includes(name) && events.some(supports))
    .filter(({ name }) => readAttachRecord(stateDir, name).record.files.length > 0)
    .map(({ name }) => name);
  if (agents.length === 0) return [];
  const hint = issue(
    'ENVIRONMENT_FILE',
    { variable: row.variable, where: `in ${agents.join(', ')}` },
    { path },
  );
  return [{ ...hint, severity: 'hint' }];
}
