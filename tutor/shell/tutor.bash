# Made by python -m tests.shipped --update
_tutor() {
  local word=${COMP_WORDS[COMP_CWORD]} command="" options words at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case ${COMP_WORDS[at]} in
      --suits) ((at++));;
      -*) ;;
      *) command=${COMP_WORDS[at]}; break;;
    esac
  done
  case $command in
    "") options='--version --plain --no-color --suits --four-color --help -h'; words='games learn drill review compare practice rules explain score simulate batch progress replay export doctor new record check watch';;
    games) options='--map --json --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    learn) options='--list --test --toolbar --no-toolbar --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    drill) options='--clause --count --seed --assist --toolbar --no-toolbar --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    review) options='--minutes --count --slips --seed --toolbar --no-toolbar --help -h'; words='';;
    compare) options='--json --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    practice) options='--players --seat --names --seed --deal --hands --option --assist --level --record --new --watch --warnings --no-warnings --revoke --toolbar --no-toolbar --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    rules) options='--format --output -o --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    explain) options='--move -m --json --fields --format --output -o --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    score) options='--json --fields --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    simulate) options='--move --hands --jobs --seed --level --record --scheduler --json --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    batch) options='--help -h'; words='';;
    progress) options='--json --help -h'; words='';;
    replay) options='--json --help -h'; words='';;
    export) options='--anki --tsv --count --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    doctor) options='--repair --help -h'; words='';;
    new) options='--to --family --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    record) options='--seat --most --title --to --help -h'; words='';;
    check) options='--coverage --thorough --json --help -h'; words='back-alley big-two botifarra bridge-solitaire calabrasella canadian-salad court-piece dou-dizhu hasenpfeffer jo-jotte kaiser last-one pluck reversis schafkopf scotch-whist solo spinado strange tetka trente-et-quarante tresette truc tute twenty-five tyzicha';;
    watch) options='--help -h'; words='';;
    *) options=""; words="";;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -o default -F _tutor tutor
