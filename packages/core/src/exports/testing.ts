export { makeRun } from '../event-log/record.fixture.ts';
