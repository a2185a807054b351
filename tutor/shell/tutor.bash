# Made by python -m tests.shipped --update
_tutor() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local command="" options="" valued="" words="" most=0 at
  local games='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha'
  for ((at = 1; at < COMP_CWORD; at++)); do
    case ${COMP_WORDS[at]} in
      --suits) ((at++));;
      -*) ;;
      *) command=${COMP_WORDS[at]}; break;;
    esac
  done
  case $command in
    "") options='--version --plain --no-color --suits --four-color --help -h'; valued='--suits'
      words='games learn drill review compare practice rules explain score simulate batch progress replay export doctor new record check watch'; most=1;;
    games) options='--map --json --help -h'; valued=''; words=$games; most=1;;
    learn) options='--list --test --toolbar --no-toolbar --help -h'; valued=''; words=$games; most=1;;
    drill) options='--clause --count --seed --assist --toolbar --no-toolbar --help -h'; valued='--clause --count --seed --assist'; words=$games; most=1;;
    review) options='--minutes --count --slips --seed --toolbar --no-toolbar --help -h'; valued='--minutes --count --seed'; words=''; most=0;;
    compare) options='--json --help -h'; valued=''; words=$games; most=2;;
    practice) options='--players --seat --names --seed --deal --hands --option --assist --level --record --new --watch --warnings --no-warnings --revoke --toolbar --no-toolbar --help -h'; valued='--players --seat --names --seed --deal --hands --option --assist --level --record'; words=$games; most=1;;
    rules) options='--format --output -o --help -h'; valued='--format --output -o'; words=$games; most=1;;
    explain) options='--move -m --option --json --fields --format --output -o --help -h'; valued='--move -m --option --format --output -o'; words=$games; most=1;;
    score) options='--option --json --fields --help -h'; valued='--option'; words=$games; most=1;;
    simulate) options='--move --hands --jobs --seed --level --record --scheduler --json --help -h'; valued='--move --hands --jobs --seed --level --record --scheduler'; words=$games; most=1;;
    batch) options='--help -h'; valued=''; words=''; most=0;;
    progress) options='--json --help -h'; valued=''; words=''; most=0;;
    replay) options='--json --help -h'; valued=''; words=''; most=0;;
    export) options='--anki --tsv --count --help -h'; valued='--anki --tsv --count'; words=$games; most=1;;
    doctor) options='--repair --help -h'; valued=''; words=''; most=0;;
    new) options='--to --family --help -h'; valued='--to --family'; words=$games; most=1;;
    record) options='--seat --most --title --to --help -h'; valued='--seat --most --title --to'; words=''; most=0;;
    check) options='--coverage --thorough --json --help -h'; valued=''; words=$games; most=99;;
    watch) options='--help -h'; valued=''; words=''; most=0;;
  esac
  for ((at++; at < COMP_CWORD; at++)); do
    [[ " $words " == *" ${COMP_WORDS[at]} "* ]] && ((most--))
  done
  COMPREPLY=()
  if [[ " $valued " == *" $before "* ]]; then
    return
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif ((most > 0)); then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -o default -F _tutor tutor
