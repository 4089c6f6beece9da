/**
 * Protected paths, row by row. Patterns match the lower-case path.
 *
 * `anywhere`: in any directory. `home`: below the home directory. `directories`: directories that contain such files, so that
 * they must not be moved, deleted, replaced or filled with files of unknown names. `project`: inside the project. `except`
 * excludes paths, `mayDelete` only for deletion.
 */
export const protectedRows = [
  {
    name: 'settings of HookMD',
    isSettings: true,
    effect: 'decides which hooks run',
    instead: 'Leave changes of hooks to the user.',
    anywhere: /(^|\/)\.hookmd(\/|$)|\/\.local\/state\/hookmd(\/|$)|^\/etc\/hookmd(\/|$)/,
  },
  {
    name: 'settings of an agent',
    isSettings: true,
    effect: 'decides what an agent may do',
    instead: 'Show the user the change, and let them make it.',
    anywhere: new RegExp(
      [
        String.raw`\.claude\/(settings[^/]*\.json|hooks)(\/|$)`,
        String.raw`\.codex\/(config\.toml|hooks\.json|hooks|rules)(\/|$)`,
        String.raw`\.(gemini|qwen|augment|factory)\/(settings[^/]*\.json|hooks[^/]*|config)(\/|$)`,
        String.raw`\.(cursor|windsurf|devin|kiro|cline|clinerules|agents|github)\/(hooks[^/]*|plugins|config\.json)(\/|$)`,
        String.raw`\.github\/copilot\/settings[^/]*\.json$`,
        String.raw`\.(opencode|amp)\/plugins?(\/|$)`,
        String.raw`\.pi\/extensions(\/|$)`,
        String.raw`\.kodelet(\/|$)`,
        String.raw`(opencode\.jsonc?|\.?crush\.json)$`,
      ]
        .map((item) => `(^|/)${item}`)
        .join('|'),
    ),
    home: new RegExp(
      [
        String.raw`\.(claude|codex|gemini|qwen|cursor|copilot|codeium|windsurf|cline|kiro|factory|agents|pi|kodelet|augment|openclaw|clawdbot)(\/|$)`,
        String.raw`\.claude\.json[^/]*$`,
        String.raw`\.config\/(devin|opencode|amp|crush|goose)(\/|$)`,
        String.raw`documents\/cline(\/|$)`,
      ]
        .map((item) => `^${item}`)
        .join('|'),
    ),
    directories:
      /(^|\/)\.(claude|codex|gemini|qwen|augment|factory|cursor|windsurf|devin|kiro|cline|clinerules|agents|opencode|amp|pi)$/,
  },
  {
    name: 'git directory',
    effect: 'contains the history, and hooks that git runs',
    instead: 'Use git commands instead.',
    project: /(^|\/)\.git(\/|$)/,
    // Git itself recommends to delete these after a crash.
    mayDelete: /(^|\/)\.git\/(.+\/)?[\w-]+\.lock$/,
  },
  {
    name: 'environment file',
    effect: 'contains secrets, or runs when a directory is entered',
    instead: 'Change .env.example, and let the user fill in the values.',
    project: /(^|\/)\.env([^a-z0-9][^/]*|rc)?$/,
    except: /\.(example|sample|template|dist|defaults|schema)$/,
  },
  {
    name: 'lockfile',
    effect: 'is written by a package manager',
    instead: 'Run the package manager, which updates it.',
    project:
      /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|pipfile\.lock|pixi\.lock|conda-lock\.yml|composer\.lock|gemfile\.lock|go\.sum|flake\.lock|mix\.lock|pubspec\.lock|podfile\.lock|package\.resolved|packages\.lock\.json|gradle\.lockfile|\.terraform\.lock\.hcl|hooks\.lock)$/,
  },
];

/** Conversations below the home directory: programs that only may write get to read them. */
export const agentsHistory =
  /^\.(?:claude\/projects\/.+\.jsonl|cursor\/(?:chats|projects)\/.+\.(?:db|vscdb|jsonl|txt)|codex\/(?:sessions|archived_sessions)\/.+\.jsonl|gemini\/(?:tmp\/.+\.json|antigravity(?:-cli)?\/(?:conversations|brain)\/.+|antigravity(?:-cli)?\/\w+\.db)|pi\/agent\/sessions\/.+\.jsonl|copilot\/session-state\/.+|qwen\/(?:tmp|projects)\/.+\.jsonl?)$/;

/** Text below the home directory that Claude Code's model writes by design. */
export const agentsText = /^\.claude\/(plans\/[^/]+\.md|projects\/[^/]+\/memory\/[^/]+\.md)$/;

/** Matches a text that mentions settings, for commands whose effect is unknown. */
export const SETTINGS_TEXT =
  /\.hookmd\b|state\/hookmd\b|etc\/hookmd\b|\.claude\b[^\n]{0,80}\b(settings|hooks)\b|\.claude\.json|\.codex\b|\.gemini\b[^\n]{0,80}settings|\.(cursor|kiro|cline|github|copilot)\/hooks|\.kodelet\b|\.config\/(opencode|amp|crush|devin)\b/i;

/** The decision about such a command. */
export const settings = {
  decision: 'block',
  reason:
    'settings: this command names settings of HookMD or of an agent, and cannot be parsed reliably. Write it out in full, or leave it to the user.',
};
