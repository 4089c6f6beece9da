import { packageForm } from './a-package-form.ts';
import { packageHandler } from './a-package-handler.ts';
import { packageKeys } from './a-package-keys.ts';
import type { Row } from './row.ts';

export const packages: readonly Row[] = [...packageForm, ...packageHandler, ...packageKeys];
