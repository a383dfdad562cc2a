import { FILES } from './candidates.js';

/** The scripts that shells are told to complete with. Each asks the hidden command `complete`. */
export const scripts = {
  bash: `# Completion of greenroom for bash.
_greenroom() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == '${FILES}' ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${current#=}")
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _greenroom greenroom
`,
  zsh: `#compdef greenroom
# Completion of greenroom for zsh.
_greenroom() {
  local -a lines values
  local line
  lines=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    if [[ $line == '${FILES}' ]]; then
      _files
    elif [[ -n $line ]]; then
      values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#values} )) && _describe greenroom values
}
if [[ \${funcstack[1]} == _greenroom ]]; then
  _greenroom "$@"
else
  compdef _greenroom greenroom
fi
`,
  fish: `# Completion of greenroom for fish.
function __greenroom_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] complete -- $before[2..-1] "$current" 2>/dev/null)
        if test "$line" = '${FILES}'
            __fish_complete_path "$current"
        else
            printf '%s\\n' "$line"
        end
    end
end
complete -c greenroom -f -a '(__greenroom_complete)'
`,
} as const;
