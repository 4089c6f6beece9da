import { defineHook } from '@hookmd/sdk';
import { appendLine } from './bounded-file.generated.ts';

const MAX_FULL_FILES = 1;

export default defineHook({
  on: 'TurnEnd',
  run({ session_id, turn_number, tools_used, usage }, h) {
    const { maxBytes = 1_000_000 } = h.options;
    const { current_context_window: context, max_context_window: window } = usage;
    // Without the size of the window there is no percentage.
    const percent = window > 0 ? Math.round((context / window) * 1000) / 10 : null;
    const line = {
      time: new Date().toISOString(),
      session: session_id,
      turn: turn_number,
      tools: tools_used,
      input: usage.input_tokens,
      output: usage.output_tokens,
      context,
      window,
      percent,
    };
    appendLine(JSON.stringify(line), {
      directory: h.env['HOOK_DATA_DIR'],
      name: 'turns',
      maxBytes: Number(maxBytes),
      maxFullFiles: MAX_FULL_FILES,
    });
    h.log(`Turn ${turn_number}: context ${percent ?? '?'}% (tools_used: ${tools_used})`);
  },
});
