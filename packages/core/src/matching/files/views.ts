import type { HookEvent, ToolView } from '../../events/event.ts';
import { eventRow } from '../../events/events.ts';
import type { CompiledMatcher } from '../matcher.ts';
import { isPatchTool, viewTool } from '../tool-view.ts';
import { type FileCall, splitFiles } from './file-calls.ts';

/** The event as a hook gets it: as it is, or as the call of a file tool that a part of its call is. */
export interface EventView {
  /** 0 = the event as it is. */
  readonly index: number;
  readonly event: HookEvent;
  /** The event as it is. */
  readonly whole: HookEvent;
  /** The file that this part is about, as the agent wrote it; null = it is the whole call. */
  readonly file: string | null;
  /** The whole event after a change of this view; a string = why the call cannot express the change. */
  readonly rejoin: (changed: HookEvent) => HookEvent | string;
}

/** What hooks get of a path of this agent: an absolute one, or the one that came. */
interface PathReader {
  readonly resolvesPaths?: boolean;
}

/** A format whose hooks get a patch as it is. */
interface PatchReader {
  readonly readsPatches?: boolean;
}

type Views = readonly [EventView, ...EventView[]];

/** All hooks of an event share its views, and what is serialized of them. */
const cached = new WeakMap<HookEvent, Views>();

/** First the event as it is, then, if hooks get its files one by one, those. */
export function viewsOf(event: HookEvent, agent: PathReader): Views {
  const known = cached.get(event);
  if (known !== undefined) return known;
  const whole = { index: 0, event, whole: event, file: null, rejoin: (changed: HookEvent) => changed };
  const views: Views = [whole, ...fileViews(event, agent)];
  cached.set(event, views);
  return views;
}

function fileViews(whole: HookEvent, { resolvesPaths = false }: PathReader): readonly EventView[] {
  const { tool_name: toolName, tool_input: input, tool, cwd } = whole;
  if (toolName === undefined || input === undefined || tool === undefined) return [];
  const { native_name: native } = tool;
  const isDone = eventRow(whole.hook_event_name).kind === 'after';
  const split = splitFiles({ toolName, nativeName: native, input, cwd, isDone, resolvesPaths });
  const withCall = (
    event: HookEvent,
    name: string,
    tool_input: typeof input,
  ): HookEvent & { tool: ToolView } => ({
    ...event,
    tool_name: name,
    tool_input,
    tool: viewTool(name, native, tool_input),
  });
  const asFileCall = ({ toolName: name, input: shown, file }: FileCall): HookEvent => {
    const event = withCall(whole, name, shown);
    return { ...event, tool: { ...event.tool, paths: file === null ? tool.paths : [file] } };
  };
  return (split?.calls ?? []).map((call, index) => ({
    index: index + 1,
    event: asFileCall(call),
    whole,
    file: call.file,
    rejoin(changed) {
      const { tool_input: wanted = {} } = changed;
      const rejoined = wanted === call.input ? input : (split?.change(index, wanted) ?? null);
      if (rejoined !== null) return withCall(changed, toolName, rejoined);
      const advice = call.input['edits'] === undefined ? '' : '; change several edits under `edits`';
      return `made an input that ${native} has no words for${advice}`;
    },
  }));
}

/** Whether a hook reads the patch of this event itself: all of its format do, or its matcher names the tool. */
export function readsPatch(
  matcher: CompiledMatcher,
  { readsPatches = false }: PatchReader,
  { tool_name: name = '', tool }: HookEvent,
): boolean {
  if (!isPatchTool(name)) return false;
  if (readsPatches || matcher.kind === 'any') return readsPatches;
  const names = [name, tool?.native_name ?? name];
  return matcher.kind === 'names'
    ? names.some((each) => matcher.names.includes(each))
    : names.some((each) => matcher.source.includes(each));
}
