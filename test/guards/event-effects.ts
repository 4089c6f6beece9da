/** The effects of a hook's output, as docs/reference/events.md and the page of each event describe them. */
import { type EventName, eventRow, type Permit } from '@hookmd/core/events';
import { outputJsonSchema } from '@hookmd/core/protocols';
import { schemaProblems } from '../support/json-schema.ts';

/** The word by which tables name an effect. */
export type EffectWord = Permit | 'halt' | 'observe';

/** Each effect as a phrase after "a hook can". */
export const effects: Readonly<Record<EffectWord, string>> = {
  block: 'block what is about to happen, with a reason',
  ask: 'let the user decide',
  preApprove: 'approve a call, so that the agent does not prompt the user',
  input: 'change the arguments of a call',
  tools: 'remove tools from those that the agent offers to the model',
  feedback: 'give the model feedback about a call that already ran',
  output: 'redact or replace the output of a tool, the response of a model or the reply of a user',
  context: 'add text that the model reads',
  followUp: 'send the agent back to work, with an instruction',
  replace: 'replace the conversation, or request a [host action](../glossary.md) such as compaction',
  hint: 'append a message before a model call, or redact values in the messages',
  halt: 'stop the agent, and show the user why. It is possible on every event',
  observe: 'only watch',
};

/** One example of an output, with the sentence that describes it and the declarations that it needs in the manifest. */
interface ReturnRow {
  readonly about: string;
  readonly needs?: string;
  readonly output: object;
}

/** The whole sentence for an event that can be blocked. */
const blocked: Readonly<Partial<Record<EventName, string>>> = {
  UserPromptSubmit: 'Blocks the message: the model does not get it. The reason is for the user.',
  UserPromptExpansion: 'Blocks the command: the model does not get its text. The reason is for the user.',
  PreToolUse: 'Blocks the call. The model gets the reason.',
  PermissionRequest: 'Denies the permission. The model gets the reason.',
  PostToolBatch: 'Stops the turn before the model is called again. The user gets the reason.',
  PreSkillShellCommand: 'Keeps the command from running.',
  PreModelCall: 'Blocks the model call. The agent gets the reason.',
  PreModelSwitch: 'Keeps the model. The user gets the reason.',
  PreCompact: 'Blocks the compaction. The agent gets the reason.',
  TaskCreated: 'Blocks the new task. The agent gets the reason.',
  TaskCompleted: 'Keeps the task open. The agent gets the reason.',
  Elicitation: 'Declines the question of the MCP server.',
  ConfigChange: 'Blocks the change. The agent gets the reason.',
  WorktreeCreate: 'Blocks the worktree. The agent gets the reason.',
};

/** What an output replaces, by its field in the payload. */
const outputs: Readonly<Record<string, { readonly about: string; readonly example: unknown }>> = {
  tool_response: {
    about: "Changes the tool's output before the model reads it.",
    example: { stdout: 'token=[redacted]', stderr: '' },
  },
  error: { about: 'Changes the error before the model reads it.', example: 'token=[redacted]' },
  response: {
    about: "Changes the model's response before the agent reads it.",
    example: { content: '[redacted]' },
  },
  delta: { about: 'Changes what is displayed.', example: 'The key is [redacted].' },
  content: {
    about: "Changes the user's reply before the MCP server reads it.",
    example: { account: '[redacted]' },
  },
};

/** Examples of the outputs with this effect, for one event. Throws if one violates the schema of the event. */
export function returnRows(event: EventName, effect: Permit | 'halt'): readonly ReturnRow[] {
  const rows = rowsOf(event)[effect]();
  for (const { output } of rows) {
    const problems = schemaProblems(output, outputJsonSchema(event));
    if (problems.length > 0) throw new Error(`${event}: ${problems.join(', ')}`);
  }
  return rows;
}

function rowsOf(event: EventName): Readonly<Record<Permit | 'halt', () => readonly ReturnRow[]>> {
  const specific = (fields: object): object => ({ hookSpecificOutput: { hookEventName: event, ...fields } });
  const modify = (word: string): string => `\`modify: { ${event}: ${word} }\``;
  return {
    block: () => [
      {
        about: sentence(blocked[event], event),
        output: { decision: 'block', reason: 'Ask for a review first.' },
      },
    ],
    ask: () => [
      {
        about:
          'Lets the user decide about the call. If the agent cannot prompt the user, it blocks the call.',
        output: { decision: 'ask', reason: 'This deploys to production.' },
      },
    ],
    preApprove: () => [
      {
        about:
          'Approves the call, so that the agent does not prompt the user. Project packages cannot do this.',
        needs: '`preApprove: true`',
        output: { decision: 'allow' },
      },
    ],
    input: () => [inputRow(event, specific)],
    tools: () => [
      {
        about: 'Offers only these tools to the model.',
        needs: modify('tools'),
        output: specific({ updatedInput: { tools: ['Read', 'Grep'] } }),
      },
    ],
    feedback: () => [
      {
        about: 'Gives the model feedback. The call has already run, so it cannot be undone.',
        output: { decision: 'block', reason: 'Three tests fail now.' },
      },
    ],
    output: () => {
      const { about, example } = outputs[eventRow(event).output ?? ''] ?? {};
      return [
        {
          about: sentence(about, event),
          needs: `${modify('redact')} to replace parts of strings with \`[redacted]\`, or ${modify('output')} to replace anything`,
          output: specific({ updatedToolOutput: example }),
        },
      ];
    },
    context: () => [
      {
        about: 'Adds text that the model reads.',
        output: specific({ additionalContext: 'The branch is main.' }),
      },
    ],
    followUp: () => [
      {
        about: 'Sends the agent back to work with this instruction. A block does the same, with its reason.',
        output: { followUps: ['Run the tests.'] },
      },
    ],
    replace: () => [
      {
        about: 'Replaces the conversation.',
        needs: modify('messages'),
        output: { messages: [{ role: 'user', content: 'A summary.' }] },
      },
      {
        about: 'Or requests a host action, such as compaction.',
        needs: modify('messages'),
        output: { callback: 'compact' },
      },
    ],
    hint: () => [
      {
        about: 'Appends a message before the model is called.',
        needs: modify('hint'),
        output: specific({ hint: 'Never push to main.' }),
      },
      {
        about: 'Or replaces the values of these keys in the messages with `[redacted]`.',
        needs: modify('redact'),
        output: specific({ redact: ['token'] }),
      },
    ],
    halt: () => [
      {
        about: `Stops the agent and shows the user the reason.${eventRow(event).permits.includes('block') ? ' It also blocks, as above.' : ''}`,
        output: { continue: false, stopReason: 'The budget is used up.' },
      },
    ],
  };
}

/** A changed input that counts only beside an approval needs both declarations. */
function inputRow(event: EventName, specific: (fields: object) => object): ReturnRow {
  const updatedInput = { command: 'git push --dry-run' };
  const needs = '`modify`, with the names of the arguments';
  if (eventRow(event).inputNeedsAllow !== true) {
    const about =
      'Changes the arguments of the call. Return all of them; with `merge: shallow` in the manifest, only those that change.';
    return { about, needs: `\`modify: { ${event}: [command] }\``, output: specific({ updatedInput }) };
  }
  return {
    about: 'Approves the call with other arguments. A change without an approval has no effect.',
    needs: `\`preApprove: true\` and ${needs}`,
    output: { decision: 'allow', ...specific({ updatedInput }) },
  };
}

function sentence(text: string | undefined, event: EventName): string {
  if (text === undefined) throw new Error(`${event} has no sentence`);
  return text;
}
