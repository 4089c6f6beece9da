import { isHookError, issue } from '@hookmd/core/errors';
import { HOOKMD_VERSION } from '@hookmd/core/system';
import { askRuntime } from '../../serve/query-daemon.ts';
import { counted } from '../../ui/counted.ts';
import type { AgentSection } from './agent-section.ts';

/** The resident runtime: without one every event is judged by a process of its own, so only one that is stuck does harm. */
export const runtime: AgentSection = async ({ patient: { attach } }) => {
  const path = attach.stateDir;
  const cwd = process.cwd();
  try {
    const status = await askRuntime(path, 'status');
    if (status === 'stuck')
      return { summary: 'it does not answer', findings: [issue('RUNTIME_STUCK', { path }, { path })] };
    if (status === null) return { summary: 'none; the first event starts one', findings: [] };
    const version = status.version === HOOKMD_VERSION ? '' : `, HookMD ${status.version}`;
    return { summary: `it runs${version}, ${counted(status.judged, 'event')} judged`, findings: [] };
  } catch (error) {
    if (!isHookError(error)) throw error;
    const { code, message, remedy } = error;
    return {
      summary: 'it cannot be asked',
      findings: [{ code, message, remedy, severity: 'warning', path }],
    };
  } finally {
    process.chdir(cwd);
  }
};
