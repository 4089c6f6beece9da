import type { CommandLine, CompletedCommand, CompletedOption, Place } from './command-line.ts';
import type { Offer } from './offer.ts';
import { quoteFish } from './shell-text.ts';

/** fish keeps descriptions, reads options itself, and quotes what it inserts. */
export function fishScript(line: CommandLine): string {
  const valued = (options: readonly CompletedOption[]): readonly string[] =>
    options.filter(({ value }) => value !== null).flatMap(({ names }) => names);
  const own = line.commands.flatMap(({ name, options }) => valued(options).map((one) => `${name} ${one}`));
  return `# Completion of hooks for fish, made by \`hooks completion fish\`. To have it: hooks completion fish | source

function __hooks_takes_value
    contains -- "$argv[2]" ${valued(line.options).join(' ')}; and return 0
    contains -- "$argv" ${own.map(quoteFish).join(' ')}
end

# The command before the cursor, the number of its word at the cursor, then the options that say where hooks are.
function __hooks_scan
    set -l command ''
    set -l place 1
    set -l option ''
    set -l roots
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test -n "$option"
            contains -- $option --home --project --state --root; and set -a roots $option $word
            set option ''
        else if string match -q -- '--*=*' $word
            string match -q -r -- '^--(home|project|state|root)=' $word; and set -a roots $word
        else if string match -q -- '-*' $word
            set -l at $command
            test -n "$at"; or set at list
            __hooks_takes_value $at $word; and set option $word
        else if test -z "$command"
            set command $word
        else
            set place (math $place + 1)
        end
    end
    printf '%s\\n' "$command" $place $roots
end

# hooks of this command, or none yet and the command is list, which it is without any.
function __hooks_in
    set -l now (__hooks_scan)
    test "$now[1]" = "$argv[1]"; or test "$now[1]/$argv[1]" = /list
end

function __hooks_at
    set -l now (__hooks_scan)
    test "$now[1]" = "$argv[1]"; or return 1
    test "$now[2]" = "$argv[2]"; or contains -- + $argv
end

function __hooks_names
    set -l now (__hooks_scan)
    command hooks completion --names $argv[1] $now[3..-1] 2>/dev/null </dev/null | string match -r -- '^[A-Za-z0-9][A-Za-z0-9._/-]*$'
end

complete -c hooks -e
complete -c hooks -f
${line.commands.map(({ name, about }) => `complete -c hooks -n "__hooks_at '' 1" -a ${quoteFish(name)} -d ${quoteFish(about)}`).join('\n')}
${line.options.map((option) => optionLines(option, null)).join('\n')}
${line.commands.flatMap(commandLines).join('\n')}
`;
}

function commandLines({ name, options, words }: CompletedCommand): readonly string[] {
  return [
    ...options.map((option) => optionLines(option, name)),
    ...words.flatMap((place, index) => wordLines(name, place, index)),
  ];
}

function wordLines(command: string, { offers, isOpenEnded }: Place, index: number): readonly string[] {
  const when = `__hooks_at ${command} ${index + 1}${isOpenEnded ? ' +' : ''}`;
  return offers.map((offer) => `complete -c hooks -n ${quoteFish(when)} ${offerText(offer, '')}`);
}

function optionLines({ names, about, value }: CompletedOption, command: string | null): string {
  const when = command === null ? '' : ` -n ${quoteFish(`__hooks_in ${command}`)}`;
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const start = `complete -c hooks${when} ${flags.join(' ')} -d ${quoteFish(about)}`;
  if (value === null) return start;
  return value.length === 0
    ? `${start} -x`
    : value.map((offer) => `${start} ${offerText(offer, '-x ')}`).join('\n');
}

function offerText(offer: Offer, exclusive: string): string {
  switch (offer.kind) {
    case 'words':
      return `${exclusive}-a ${quoteFish(offer.words.join(' '))}`;
    case 'hooks':
      return `${exclusive}-a ${quoteFish(`(__hooks_names ${offer.states === 'all' ? 'all' : offer.states.join(',')})`)}`;
    case 'folders':
      return `${exclusive}-a '(__fish_complete_directories)'`;
    case 'files':
      return exclusive === '' ? '-F' : '-r -F';
  }
}
