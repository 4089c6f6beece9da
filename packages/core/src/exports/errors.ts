export { type Code, catalogue, type Parameters } from '../errors/catalogue.ts';
export { describeError, describeThrown, HookError, isErrno, isHookError } from '../errors/hook-error.ts';
export { hasErrors, type Issue, isAboutNoHook, issue, type Location } from '../errors/issue.ts';
export { didYouMean, isOneEditApart, nearestName } from '../errors/nearest-name.ts';
export { errorTopics } from '../errors/topics.ts';
