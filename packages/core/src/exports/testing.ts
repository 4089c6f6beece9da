export { makeHook } from '../dispatch/hook.fixture.ts';
export { makeRun } from '../event-log/record.fixture.ts';
