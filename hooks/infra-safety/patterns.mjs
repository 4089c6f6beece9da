import { Options } from './shell.generated.mjs';

/**
 * Options that take the next word, by program: letters and long names. They may stand before the subcommand, whose position decides
 * what it is. Options of other programs are taken to have no value.
 */
const valued = {
  alembic: ['cx', 'config'],
  argocd: ['', 'server auth-token'],
  aws: ['', 'profile region output endpoint-url query'],
  az: ['gn', 'subscription resource-group name output query'],
  bq: ['', 'project_id location'],
  curl: ['XHdou', 'request header data output user url'],
  docker: ['Hclfp', 'host context config log-level file project-name project-directory env-file profile'],
  'docker-compose': ['fp', 'file project-name project-directory env-file profile'],
  firebase: ['P', 'project'],
  fly: ['ac', 'app config'],
  gcloud: ['', 'project account configuration zone region impersonate-service-account'],
  gh: ['RX', 'repo method'],
  helm: ['n', 'namespace kube-context kubeconfig'],
  heroku: ['ar', 'app remote'],
  kubectl: ['nsl', 'namespace context kubeconfig cluster user server replicas selector'],
  npm: ['Cw', 'prefix workspace registry otp'],
  pnpm: ['CF', 'dir filter'],
  podman: ['f', 'connection url log-level'],
  prisma: ['', 'schema'],
  pulumi: ['Cs', 'cwd stack'],
  'redis-cli': ['hpanu', 'user pass'],
  vercel: ['tS', 'token scope'],
  wrangler: ['ce', 'config env'],
};
const sameOptions = {
  flyctl: 'fly',
  oc: 'kubectl',
  k: 'kubectl',
  nerdctl: 'docker',
  'valkey-cli': 'redis-cli',
  vc: 'vercel',
};

/** Options with which a command only shows what it would do. */
const SHOWS = /^--?(dry-?run|dryrun|what-?if|noop|simulate|generate-cli-skeleton)(=(?!none$|false$).*)?$/i;

/**
 * Parses a pattern such as `docker|podman volume rm|prune -f|--force`: programs, then the operands that follow one another from the
 * first on, and options in any place. `|` separates alternatives, `*` is any text in a word, and `**` any operands.
 */
export function parsePattern(pattern) {
  const [programs, ...words] = pattern.split(' ').map((token) => token.split('|'));
  return {
    programs,
    path: words.filter(([first]) => !first.startsWith('-')).map((names) => names.map(toTest)),
    options: words.filter(([first]) => first.startsWith('-')),
  };
}

function toTest(name) {
  if (name === '**') return null;
  const source = name.replaceAll(/[.+^$()[\]{}?\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 'is');
}

/** A command as patterns see it. `name` is the bare name of its program. */
export function readCommand(name, words) {
  const [letters = '', long = ''] = valued[sameOptions[name] ?? name] ?? [];
  const options = new Options(words.slice(1), letters, new Set(long.split(' ')));
  return { name, words, options, operands: options.operands };
}

/** Whether a command only shows help, or what it would do. `-h` may also name a host. */
export function onlyShows({ name, words, operands }) {
  return (
    words.some((word) => SHOWS.test(word) || word === '--help') ||
    operands[0] === 'help' ||
    words.at(-1) === (name === 'aws' ? 'help' : '-h')
  );
}

export function matchesPattern({ path, options }, command) {
  return (
    options.every((names) => names.some((name) => hasOption(command, name))) &&
    startsWith(path, command.operands)
  );
}

/** `-f`, `--force`, `--replicas=0`, and `-auto-approve` of programs that write long options with one dash. */
function hasOption({ words, options }, option) {
  if (/^-\w{2,}/.test(option))
    return words.some((word) => word.replace(/^--/, '-').split('=')[0] === option && !/=false$/.test(word));
  const [, dashes, name, value] = /^(--?)([^=]*)(?:=(.*))?$/.exec(option);
  return options.options.some((given) => {
    const isNamed =
      dashes === '--' ? given.isLong && given.name === name : !given.isLong && given.name === name;
    return isNamed && (value === undefined ? given.value !== 'false' : given.value === value);
  });
}

function startsWith([tests, ...rest], operands, from = 0) {
  if (tests === undefined) return true;
  if (tests.includes(null))
    return operands.some((_, index) => index >= from && startsWith(rest, operands, index));
  const word = operands[from];
  return word !== undefined && tests.some((test) => test.test(word)) && startsWith(rest, operands, from + 1);
}
