import type { AdapterRow } from '../row.ts';
import { cancelRows } from './cancels.ts';
import { compactionRows } from './compactions.ts';
import { failureRows } from './failures.ts';
import { modelCallRows } from './model-calls.ts';
import { permissionRows } from './permissions.ts';
import { promptRows } from './prompts.ts';
import { subagentRows } from './subagents.ts';
import { toolCallRows } from './tool-calls.ts';
import { toolOutputRows } from './tool-outputs.ts';
import { turnRows } from './turns.ts';

/** All rows: what an agent with an adapter must do. */
export const rows: readonly AdapterRow[] = [
  ...promptRows,
  ...modelCallRows,
  ...toolCallRows,
  ...toolOutputRows,
  ...permissionRows,
  ...turnRows,
  ...compactionRows,
  ...subagentRows,
  ...failureRows,
  ...cancelRows,
];
