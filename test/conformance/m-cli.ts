import { check } from './m-cli-check.ts';
import { lists } from './m-cli-lists.ts';
import { packageCommands } from './m-cli-packages.ts';
import { runAndTest } from './m-cli-run-and-test.ts';
import type { Row } from './row.ts';

export const cli: readonly Row[] = [...lists, ...check, ...runAndTest, ...packageCommands];
