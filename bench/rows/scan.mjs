/** `hooks scan` of a large history. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { timeProcess } from '../measure.mjs';
import { CLI, makeScene } from '../scene.mjs';

const CALLS = 100_000;
const TARGET_MS = 30_000;
const ROUNDS = 3;

export const scanRows = [
  {
    id: 19,
    what: '`hooks scan` of 100,000 calls with three guards',
    yardstick: 'the target',
    target: '≤ 30 s',
    note: 'calls as in sessions of Claude Code: 45 % shell commands, 35 % reads and searches, 20 % edits; every second command is another text.',
    measure: measureScan,
  },
];

const commands = [
  ...[
    'ls -la',
    'git status',
    'npm test 2>&1 | tail -40',
    'grep -rn "foo" src --include=*.ts',
    'cat package.json',
  ],
  ...['sed -n 1,80p src/index.ts', 'git diff HEAD~1 -- src', 'cd packages/core && npx tsc --noEmit -p .'],
  ...[
    'mkdir -p build && cp a.txt build/',
    'rm -rf node_modules dist',
    'curl -s http://localhost:3000/health | jq .',
  ],
  ...[
    'echo "hello" > /tmp/x.txt',
    "find . -name '*.py' | xargs wc -l",
    "git add -A && git commit -m 'Fix it'",
  ],
  ...[
    'pytest tests -q',
    'for f in *.md; do head -3 "$f"; done',
    'git push origin feature',
    'python3 -c "import json"',
  ],
];

async function measureScan({ folder }) {
  const scene = makeScene(folder, 'scan', []);
  const directory = path.join(scene.home, '.claude/projects/-project');
  mkdirSync(directory, { recursive: true });
  const lines = Array.from({ length: CALLS }, (_, index) => line(index, scene.project));
  writeFileSync(path.join(directory, 'one.jsonl'), lines.join('\n'));
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(
      timeProcess([process.execPath, CLI, 'scan', '--json'], { cwd: scene.project, env: scene.env }).wallMs,
    );
  times.sort((a, b) => a - b);
  const ratios = times.map((time) => time / TARGET_MS);
  const [low, ratio, high] = ratios;
  return [
    {
      label: '',
      pairCount: ROUNDS,
      ratio,
      low,
      high,
      cpuRatio: null,
      oursMs: times[1],
      theirsMs: TARGET_MS,
      atMost: 1,
    },
  ];
}

function line(index, cwd) {
  const [name, input] = callOf(index, cwd);
  const content = [{ type: 'tool_use', id: `toolu_${index}`, name, input }];
  return JSON.stringify({
    type: 'assistant',
    timestamp: new Date().toISOString(),
    sessionId: `s${index >> 9}`,
    cwd,
    message: { role: 'assistant', content },
  });
}

function callOf(index, cwd) {
  const file = `${cwd}/src/file-${index % 500}.ts`;
  const kind = index % 20;
  if (kind < 7) return ['Read', { file_path: file }];
  if (kind < 11)
    return ['Edit', { file_path: file, old_string: 'a'.repeat(200), new_string: 'b'.repeat(200) }];
  const command = commands[index % commands.length];
  return [
    'Bash',
    { command: index % 2 === 0 ? command : `${command} # ${index}`, description: 'Work on it' },
  ];
}
