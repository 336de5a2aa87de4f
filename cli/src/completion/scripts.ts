/**
 * The completion scripts by shell. Each asks `openauth __complete` for what may follow the words before the cursor. PowerShell reads the
 * output of programs in the console's code page, and takes typographic apostrophes for quotes, as in “Ada’s shop”: it has a function
 * of its own that doubles all of them.
 */
export const scripts: Record<string, string> = {
  bash: `_openauth() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" quote="" line
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") program=(openauth)
  if [[ \${COMP_WORDS[0]##*/} == npx ]]; then
    [[ $COMP_CWORD -gt 1 && \${COMP_WORDS[1]} == openauth ]] || return 0
    words=("\${COMP_WORDS[@]:2:COMP_CWORD-2}") program=(npx --no openauth)
  fi
  case "$cur" in \\"*|\\'*) quote="\${cur:0:1}" cur="\${cur:1}" ;; *) cur="\${cur//\\\\/}" ;; esac
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == "$cur"* ]] || continue
    if [[ -n $quote ]]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf %q "$line")"); fi
  done < <("\${program[@]}" __complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _openauth openauth
complete -p npx >/dev/null 2>&1 || complete -o default -F _openauth npx
`,
  zsh: `#compdef openauth
_openauth() {
  compadd -- "\${(@f)$(openauth __complete -- "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)}"
}
_openauth_npx() {
  if [[ $CURRENT -gt 2 && \${words[2]} == openauth ]]; then
    compadd -- "\${(@f)$(npx --no openauth __complete -- "\${(@Q)words[3,CURRENT-1]}" 2>/dev/null)}"
  elif (( $+functions[_npx] )); then _npx
  else _default
  fi
}
compdef _openauth openauth
compdef _openauth_npx npx
`,
  fish: `complete -c openauth -f -a '(openauth __complete --described -- (commandline -opc)[2..-1] 2>/dev/null)'
complete -c npx -n 'test (count (commandline -opc)) -gt 1; and test (commandline -opc)[2] = openauth' -f -a '(npx --no openauth __complete --described -- (commandline -opc)[3..-1] 2>/dev/null)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName openauth, npx -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $skipped = 1
  if ($words[0] -match '(^|[\\\\/])npx(\\.cmd|\\.ps1)?$') {
    if ($words.Count -lt 2 -or $words[1] -ne 'openauth') { return }
    $skipped = 2
  }
  $typed = @($words | Select-Object -Skip $skipped)
  $prefix = $wordToComplete.Trim([char]34, [char]39)
  $encoding = [Console]::OutputEncoding
  try {
    [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
    $found = if ($skipped -eq 2) { npx --no openauth __complete '--' @typed 2>$null } else { openauth __complete '--' @typed 2>$null }
  } finally { [Console]::OutputEncoding = $encoding }
  $found | Where-Object { $_.StartsWith($prefix, [StringComparison]::OrdinalIgnoreCase) } | ForEach-Object {
    $text = if ($_ -match '^[\\w./-][\\w.:/@-]*$') { $_ } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($_) + "'" }
    [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
  }
}
`,
}

export const shells: readonly string[] = Object.keys(scripts)
