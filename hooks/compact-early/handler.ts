import { defineHook } from '@hookmd/sdk';

export default defineHook({
  on: 'TurnEnd',
  run(event, h) {
    const { threshold = 0.7 } = h.options;
    const { current_context_window: context, max_context_window: window } = event.usage;
    // Agents turn it off while they run a host action: compacting must not cause compacting.
    if (!event.auto_compact_enabled || window === 0) return;
    if (context / window >= Number(threshold)) return h.callback('compact');
  },
});
