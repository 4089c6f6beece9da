import { executables } from './b-discovery-executables.ts';
import { packageRoots } from './b-discovery-packages.ts';
import { questions } from './b-discovery-questions.ts';
import type { Row } from './row.ts';

export const discovery: readonly Row[] = [...executables, ...questions, ...packageRoots];
