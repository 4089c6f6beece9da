import { ToolWords } from '@hookmd/core/protocols';

const path = { key: 'file_path', native: 'path' };
const texts = [
  { key: 'old_string', native: 'oldText' },
  { key: 'new_string', native: 'newText' },
];

/** OpenClaw's tools. Source: 2026.9.6. */
export const tools: ToolWords = new ToolWords(
  [
    { tool: 'Bash', native: 'bash', arguments: [{ key: 'timeout', native: 'timeout', unit: 1000 }] },
    { tool: 'Bash', native: 'exec', arguments: [{ key: 'timeout', native: 'timeout', unit: 1000 }] },
    { tool: 'Read', native: 'read', arguments: [path] },
    { tool: 'Write', native: 'write', arguments: [path] },
    { tool: 'MultiEdit', native: 'edit', arguments: [path, ...texts], edits: { list: 'edits', keys: texts } },
    { tool: 'apply_patch', native: 'apply_patch' },
    { tool: 'WebFetch', native: 'web_fetch' },
    { tool: 'WebSearch', native: 'web_search' },
  ],
  [
    ...[
      'browser',
      'canvas',
      'cron',
      'gateway',
      'image',
      'memory_get',
      'memory_search',
      'message',
      'nodes',
      'process',
    ],
    ...['sessions_history', 'sessions_list', 'sessions_send', 'sessions_spawn', 'session_status'],
  ],
);
