import { isJsonObject, type JsonObject } from '../../events/json.ts';
import { foreignNames } from '../../protocols/foreign-names.ts';
import { type FormEntry, type FormProblem, type HookForm, NO_HOOKS } from '../forms/form.ts';

/** The hook that gets events of every type. */
const EVENT = 'event';
/** Hooks that HookMD has an event for; every other name of the vocabulary is a type of event. */
const HOOKS: readonly string[] = [
  ...['tool.execute.before', 'tool.execute.after', 'permission.ask', 'chat.message'],
];
/** Hooks that no event here is like. */
const OTHER_HOOKS: readonly string[] = [
  ...['auth', 'chat.headers', 'chat.params', 'command.execute.before', 'config', 'dispose', 'provider'],
  ...['shell.env', 'tool', 'tool.definition', 'experimental.chat.messages.transform'],
  ...['experimental.chat.system.transform', 'experimental.compaction.autocontinue'],
  ...['experimental.session.compacting', 'experimental.text.complete'],
];
const sentTypes: readonly string[] = foreignNames
  .filter(({ name, vocabulary }) => vocabulary === 'opencode' && !HOOKS.includes(name))
  .map(({ name }) => name);
/** Types of events that no agent sends here. */
const OTHER_TYPES: readonly string[] = [
  ...['command.executed', 'file.watcher.updated', 'installation.updated', 'lsp.client.diagnostics'],
  ...['lsp.updated', 'message.part.removed', 'message.part.updated', 'message.removed', 'message.updated'],
  ...['permission.replied', 'question.asked', 'server.connected', 'session.diff', 'session.updated'],
  ...['todo.updated', 'tui.command.execute', 'tui.prompt.append', 'tui.toast.show', 'vcs.branch.updated'],
];

/** The types of the events that a plugin of OpenCode may get. */
export const opencodeTypes: readonly string[] = [...sentTypes, ...OTHER_TYPES];
/** Keys of an object of hooks; a type of event is one by mistake. */
export const opencodeKeys: readonly string[] = [EVENT, ...HOOKS, ...OTHER_HOOKS, ...opencodeTypes];

/** What the text of a module shows, as data. */
export interface ModuleFacts {
  /** The module, relative to the plugin. */
  readonly handler: string;
  /** Keys of its objects of hooks. */
  readonly keys: readonly string[];
  /** Types of events that it names; none = it may want any. */
  readonly types: readonly string[];
  /** What it uses and does not get: the end of a sentence each. */
  readonly notHonored: readonly string[];
}

/** Plugins of OpenCode: modules, of which `ModuleFacts` are read. */
export const opencodeForm: HookForm = {
  id: 'opencode',
  agent: 'OpenCode',
  protocol: 'opencode',
  files: [],
  root: [],
  example: "export const Guard = async () => ({ 'tool.execute.before': async () => {} })",
  isOfModules: true,
  recognizes: () => false,
  read(value) {
    if (!isJsonObject(value)) return NO_HOOKS;
    const { handler, keys, types, notHonored } = value as JsonObject & ModuleFacts;
    const hasEvent = keys.includes(EVENT);
    const wanted = hasEvent ? (types.length === 0 ? sentTypes : types) : [];
    const isIn = (list: readonly string[]) => (name: string) => list.includes(name);
    const events = [...HOOKS.filter(isIn(keys)), ...wanted.filter(isIn(sentTypes))];
    return {
      // What a module does not get is named once, with the first of its hooks.
      entries: events.map((event, index): FormEntry => {
        const path = [HOOKS.includes(event) ? event : EVENT];
        const differences = index === 0 ? notHonored : [];
        return {
          event,
          matcher: undefined,
          hook: { handler },
          path,
          groupPath: path,
          notHonored: differences,
        };
      }),
      problems: [],
      leftOut: [
        ...(events.length === 0 ? notHonored.map((detail) => ({ path: [], detail })) : []),
        ...leaveOut(
          [...keys.filter(isIn(OTHER_HOOKS)), ...wanted.filter(isIn(OTHER_TYPES))],
          (list) => `HookMD has no event like ${list}`,
        ),
        ...leaveOut(
          hasEvent ? [] : keys.filter(isIn(opencodeTypes)),
          (list) => `OpenCode calls no hook ${list}, only the hook \`event\` with this type`,
        ),
      ],
    };
  },
};

function leaveOut(list: readonly string[], describe: (list: string) => string): readonly FormProblem[] {
  const [first] = list;
  const names = list.map((name) => `\`${name}\``).join(', ');
  return first === undefined ? [] : [{ path: [first], detail: describe(names) }];
}
