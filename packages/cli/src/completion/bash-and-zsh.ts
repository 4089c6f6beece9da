import type { CommandLine, CompletedCommand, CompletedOption, Place } from './command-line.ts';
import type { Offer } from './offer.ts';
import { quoteSh, wordSh } from './shell-text.ts';

/**
 * What bash and zsh share: the table as `case` statements, and reading the words before the cursor.
 *
 * A script defines `_hooks_words`, `_hooks_described`, `_hooks_names`, `_hooks_folders`, `_hooks_files` and
 * `_hooks_after_equals`. Nothing is ever evaluated: words go from array to array.
 */
export function sharedFunctions({ commands, options }: CommandLine): string {
  return `# What can stand at a place: of a command (none yet: ''), as its word of that number, as an option (-) or behind one.
_hooks_offer() {
  case "$1 $2" in
    ' 1') ${described(commands.map(({ name, about }) => [name, about]))} ;;
${commands.flatMap(commandArms).join('\n')}
  esac
  case "$2" in
${[optionsArm('-', options), ...options.flatMap((option) => valueArm(option, ''))].join('\n')}
  esac
}

_hooks_takes_value() {
  case "$1 $2" in
    ${commands.flatMap(({ name, options: own }) => valuedPatterns(own, `${name} `)).join(' | ')}) return 0 ;;
  esac
  case "$2" in
    ${valuedPatterns(options, '').join(' | ')}) return 0 ;;
  esac
  return 1
}

# Reads the words before the cursor into command, option, place and roots of the caller.
_hooks_scan() {
  local word
  for word in "$@"; do
    if [[ -n $option ]]; then
      case $option in --home | --project | --state | --root) roots+=("$option" "$word") ;; esac
      option=''
    elif [[ $word == --*=* ]]; then
      case $word in --home=* | --project=* | --state=* | --root=*) roots+=("$word") ;; esac
    elif [[ $word == -?* ]]; then
      if _hooks_takes_value "\${command:-list}" "$word"; then option=$word; fi
    elif [[ -z $command ]]; then
      command=$word
    else
      place=$((place + 1))
    fi
  done
}

_hooks_complete() {
  if [[ -n $option ]]; then
    _hooks_offer "\${command:-list}" "$option"
  elif [[ $cur == --*=* ]]; then
    option=\${cur%%=*}
    _hooks_after_equals
    _hooks_offer "\${command:-list}" "$option"
  elif [[ $cur == -* ]]; then
    _hooks_offer "\${command:-list}" -
  elif [[ -z $command ]]; then
    _hooks_offer '' 1
  else
    _hooks_offer "$command" "$place"
  fi
}
`;
}

function commandArms({ name, options, words }: CompletedCommand): readonly string[] {
  return [
    ...(options.length > 0 ? [optionsArm(quoteSh(`${name} -`), options)] : []),
    ...words.flatMap((place, index) => placeArm(name, place, index)),
    ...options.flatMap((option) => valueArm(option, `${name} `)),
  ];
}

function placeArm(command: string, { offers, isOpenEnded }: Place, index: number): readonly string[] {
  const pattern = isOpenEnded ? `${quoteSh(`${command} `)}[0-9]*` : quoteSh(`${command} ${index + 1}`);
  return arm(pattern, offers);
}

function valueArm(option: CompletedOption, before: string): readonly string[] {
  return arm(valuedPatterns([option], before).join(' | '), option.value ?? []);
}

/** Nothing to offer, no line. */
function arm(pattern: string, offers: readonly Offer[]): readonly string[] {
  return offers.length === 0 ? [] : [`    ${pattern}) ${offers.map(offerCall).join('; ')} ;;`];
}

function optionsArm(pattern: string, options: readonly CompletedOption[]): string {
  const rows = options.flatMap(({ names, about }) => names.map((name): Row => [name, about]));
  return `    ${pattern}) ${described(rows)} ;;`;
}

function valuedPatterns(options: readonly CompletedOption[], before: string): readonly string[] {
  const valued = options.filter(({ value }) => value !== null);
  return valued.flatMap(({ names }) => names.map((name) => quoteSh(before + name)));
}

type Row = readonly [name: string, about: string];

function described(rows: readonly Row[]): string {
  return ['_hooks_described', ...rows.flatMap(([name, about]) => [wordSh(name), quoteSh(about)])].join(' ');
}

function offerCall(offer: Offer): string {
  switch (offer.kind) {
    case 'words':
      return ['_hooks_words', ...offer.words.map(wordSh)].join(' ');
    case 'hooks':
      return `_hooks_names ${offer.states === 'all' ? 'all' : offer.states.join(',')}`;
    case 'folders':
      return '_hooks_folders';
    case 'files':
      return '_hooks_files';
  }
}
