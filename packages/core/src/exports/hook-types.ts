export { builtins } from '../executors/builtin.ts';
export {
  cleanPath,
  handlerEnvironment,
  hookDepth,
  isDroppedName,
  pathOutside,
} from '../executors/environment.ts';
export type { Callback, CallbackContext, HandlerResult } from '../executors/executor.ts';
export { callService } from '../executors/http/call-service.ts';
export { type HttpResponse, type Network, sendRequest } from '../executors/http/client.ts';
export { findAddressProblem, isLoopback, networkToName } from '../executors/http/private-addresses.ts';
export { fillUrl, optionOf, variablesOf } from '../executors/http/service-url.ts';
export { executors } from '../executors/index.ts';
export type {
  ModelCall,
  ModelCaller,
  ModelMessage,
  ModelReply,
  ModelToolCall,
} from '../executors/model/model-caller.ts';
export { WarmHandlers } from '../executors/warm/warm-handlers.ts';
export type { Argv } from '../launch/launch.ts';
export { preflight } from '../launch/preflight.ts';
