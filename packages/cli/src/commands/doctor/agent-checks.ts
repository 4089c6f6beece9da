import { type Integration, integrations } from '@hookmd/agents';
import { type Issue, isHookError, issue } from '@hookmd/core/errors';
import type { ActiveHook } from '@hookmd/core/hook-index';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { counted } from '@hookmd/core/text';

import { type AgentReport, reportAgent } from '../../agents/agent-report.ts';
import { missingNeeds } from '../../agents/host-cannot.ts';
import { findDoubleRuns } from '../../attach/double-runs.ts';
import { queryDaemon } from '../../serve/runtime-directory.ts';
import { describeAgo } from '../../ui/ago.ts';
import {
  type AgentSettings,
  checkLauncher,
  entryProgram,
  isUnreadable,
  readAgentSettings,
} from './agent-settings.ts';
import { sendTestEvent } from './agent-test-event.ts';
import { type Check, expectedHooks, type Facts, type Finding, firstNames, type Report } from './check.ts';

const MAX_NAMES = 3;

/** Whether any agent sends its events to HookMD, at least those that hooks listen to, and can start what its settings name. */
export const agentSettings: Check = (facts) => {
  const all = Object.keys(integrations).map((name) => readAgentSettings(name, facts.attach));
  const attached = all.filter(({ events }) => events.length > 0);
  const findings = all.flatMap((settings): readonly Finding[] => [
    ...settingsFindings(settings, facts),
    ...openNeeds(settings),
    // `settingsFindings` reports a missing one.
    ...checkLauncher(settings, facts).findings.filter(({ code }) => code === 'LAUNCHER_STALE'),
  ]);
  if (attached.length > 0) {
    const parts = attached.map(({ agent, events }) => `${agent} on ${counted(events.length, 'event')}`);
    return { summary: parts.join(', '), findings };
  }
  // HookMD may be in these files, and `hooks attach` could not write them either.
  if (all.some(isUnreadable))
    return { summary: 'no agent is attached, as far as their settings can be read', findings };
  const [agent = ''] = Object.keys(integrations);
  return {
    summary: 'no agent is attached',
    findings: [issue('AGENT_NONE_ATTACHED', { agent }), ...findings],
  };
};

/** What the user still has to do, according to the agent's files. */
function openNeeds({ agent, needs }: AgentSettings): readonly Issue[] {
  return needs
    .filter(({ isMet }) => isMet === false)
    .map(({ message, remedy }) =>
      issue('AGENT_NOT_TRUSTED', { agent, message: message.replace(/\.$/, ''), remedy }),
    );
}

function settingsFindings(settings: AgentSettings, facts: Facts): readonly Issue[] {
  const { agent, files } = settings;
  return [
    ...files.flatMap(({ path, problem, isOff }) => [
      ...(problem === null ? [] : [issue('AGENT_SETTINGS_UNREADABLE', { agent, detail: problem }, { path })]),
      ...(isOff ? [issue('AGENT_HOOKS_OFF', { agent, path }, { path })] : []),
    ]),
    ...settings.managed,
    ...brokenCommands(settings, facts),
    ...missedEvents(settings, facts),
    ...findDoubleRuns(agent, settings.events, facts.inventory, facts.attach),
  ];
}

/** Commands without their program or script, one finding for all events of the same command. */
function brokenCommands({ agent, commands }: AgentSettings, facts: Facts): readonly Issue[] {
  const reported = new Set<string>();
  return commands.flatMap((entry) => {
    const form = entry.command.replace(entry.native, '');
    if (reported.has(form)) return [];
    reported.add(form);
    const found = entryProgram(entry, facts);
    if (!('broken' in found)) return [];
    const { event, path } = entry;
    const parameters = { agent, event, detail: found.broken };
    return found.isLauncher
      ? [issue('LAUNCHER_CANNOT_START', parameters, { path })]
      : [issue('AGENT_CANNOT_START', { ...parameters, fix: found.fix }, { path })];
  });
}

/** Events that hooks listen to and the agent could send, but does not. */
function missedEvents({ agent, events, files, possible }: AgentSettings, facts: Facts): readonly Issue[] {
  if (events.length === 0) return [];
  const waiting = new Map<string, ActiveHook[]>();
  for (const hook of expectedHooks(facts)) {
    for (const { event } of hook.events) {
      if (!events.includes(event) && possible.includes(event))
        waiting.set(event, [...(waiting.get(event) ?? []), hook]);
    }
  }
  if (waiting.size === 0) return [];
  const names = [...new Set([...waiting.values()].flat().map(({ qualifiedName }) => qualifiedName))];
  const path = files.find(({ hasEntries }) => hasEntries)?.path;
  const parameters = { agent, events: [...waiting.keys()].join(', '), hooks: firstNames(names, MAX_NAMES) };
  return [issue('AGENT_MISSES_EVENT', parameters, path === undefined ? {} : { path })];
}

/** One agent, and everything between it and the hooks. */
interface AgentFacts {
  readonly facts: Facts;
  readonly agent: Integration;
  readonly report: AgentReport;
  readonly settings: AgentSettings;
}

export function agentFacts(name: string, facts: Facts): AgentFacts {
  const agent = integrations[name];
  if (agent === undefined) throw new Error('the agent is unknown');
  const path = facts.environment['PATH'] ?? '';
  const report = reportAgent(agent.name, { places: facts.attach, waitedFor: new Set(), path });
  return { facts, agent, report, settings: readAgentSettings(agent.name, facts.attach) };
}

/** From the agent to the hooks: the first failure explains the later ones. */
export const agentChecks: Readonly<Record<string, Check<AgentFacts>>> = {
  settings: checkSettings,
  review: ifReadable(checkNeeds),
  launcher: ifReadable(({ settings, facts }) => checkLauncher(settings, facts)),
  daemon: checkDaemon,
  'test event': ifReadable(({ facts, agent, settings }) => sendTestEvent(agent, settings, facts)),
  hooks: ifReadable(checkHooks),
  'last event': checkLastEvent,
};

/** Without readable settings these checks know nothing. */
function ifReadable(check: Check<AgentFacts>): Check<AgentFacts> {
  return (facts) =>
    isUnreadable(facts.settings) ? { summary: 'not checked', findings: [], isSkipped: true } : check(facts);
}

function checkSettings({ facts, settings, report }: AgentFacts): Report {
  const { agent, events, files } = settings;
  const findings = settingsFindings(settings, facts);
  if (events.length > 0) {
    const paths = files.filter(({ hasEntries }) => hasEntries).map(({ path }) => path);
    return { summary: `${counted(events.length, 'event')}, in ${paths.join(', ')}`, findings };
  }
  if (isUnreadable(settings))
    return {
      summary: 'they cannot be read',
      findings: findings.map((found) =>
        found.code === 'AGENT_SETTINGS_UNREADABLE' ? { ...found, severity: 'error' } : found,
      ),
    };
  const path = report.inspection.scopes[0]?.files[0]?.path ?? '';
  const none = issue('AGENT_NOT_ATTACHED', { agent, path });
  return { summary: 'it is not attached', findings: [none, ...findings] };
}

/** Whether the agent itself starts its hooks, as far as its files show. */
function checkNeeds({ settings, report }: AgentFacts): Report {
  const { agent, needs } = settings;
  const open = openNeeds(settings);
  // What the files do not show matters only while no event has arrived.
  const unknown = report.lastEvent === null ? needs.filter(({ isMet }) => isMet === null) : [];
  const findings = [
    ...open,
    ...unknown.map(({ message, remedy }) =>
      issue('AGENT_TRUST_UNKNOWN', { agent, message: message.replace(/\.$/, ''), remedy }),
    ),
  ];
  if (open.length > 0) return { summary: 'it skips the hooks of HookMD', findings };
  return { summary: needs.length === 0 ? 'not needed' : 'done, according to its files', findings };
}

/** Without a daemon each event starts a process, so only a stuck one does harm. */
async function checkDaemon({ facts: { attach } }: AgentFacts): Promise<Report> {
  const path = attach.stateDir;
  const cwd = process.cwd();
  try {
    const status = await queryDaemon(path, 'status');
    if (status === 'stuck')
      return { summary: 'not responding', findings: [issue('RUNTIME_STUCK', { path }, { path })] };
    if (status === null) return { summary: 'not running; the next event starts it', findings: [] };
    const version = status.version === HOOKMD_VERSION ? '' : `, HookMD ${status.version}`;
    return { summary: `running${version}, ${counted(status.dispatched, 'event')}`, findings: [] };
  } catch (error) {
    if (!isHookError(error)) throw error;
    const { code, message, remedy } = error;
    return {
      summary: 'it cannot be reached',
      findings: [{ code, message, remedy, severity: 'warning', path }],
    };
  } finally {
    process.chdir(cwd);
  }
}

/** Whether any hook listens to its events, and gets what it needs from this agent. */
function checkHooks({ facts, agent: integration, settings: { agent, events } }: AgentFacts): Report {
  const listening = expectedHooks(facts).filter(
    ({ source, events: listened }) =>
      source !== 'builtin' && listened.some(({ event }) => events.includes(event)),
  );
  const findings: Issue[] = [];
  if (events.length > 0 && listening.length === 0) findings.push(issue('AGENT_WITHOUT_HOOKS', { agent }));
  for (const { qualifiedName: name, needs, events: listened } of listening) {
    const sent = listened.filter(({ event }) => events.includes(event));
    const missing = sent.map(({ event }) => missingNeeds(integration, event, needs));
    if (missing.every((all) => all.length > 0)) {
      const all = [...new Set(missing.flat())].join(', ');
      findings.push(issue('HOST_CANNOT', { name, needs: all, agents: agent, word: name }));
    }
  }
  return { summary: `${counted(listening.length, 'hook')} for its events`, findings };
}

function checkLastEvent({ facts, report: { lastEvent: last }, settings }: AgentFacts): Report {
  const { agent, events } = settings;
  if (last !== null)
    return {
      summary: `${last.event}, ${describeAgo(Date.parse(last.time), facts.now.getTime())}`,
      findings: [],
    };
  return { summary: 'none yet', findings: events.length === 0 ? [] : [issue('AGENT_NEVER_SEEN', { agent })] };
}
