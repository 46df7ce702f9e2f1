import ArgumentParser

/// The shells that completion supports.
enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// The completion script.
  ///
  /// It runs the program for each completion.
  var script: String {
    switch self {
    case .bash:
      #"""
      # Completes the words of shelf; `shelf completions install bash` puts it where bash finds it.
      _shelf() {
        local word
        COMPREPLY=()
        # A list of candidates, which is only looked at (type 63), tells more of each.
        while IFS= read -r word; do COMPREPLY+=("$word"); done \
          < <(COLUMNS=$COLUMNS shelf complete --described bash "${COMP_LINE:0:COMP_POINT}" "$COMP_TYPE" 2>/dev/null)
        # A key or an assignment goes on without a blank.
        if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *[:=] ]]; then compopt -o nospace; fi
      }
      complete -o default -o nosort -F _shelf shelf 2>/dev/null || complete -o default -F _shelf shelf

      """#
    case .zsh:
      #"""
      #compdef shelf
      # Completes the words of shelf; `shelf completions install zsh` puts it where zsh finds it.
      _shelf() {
        local -a lines open closed shownopen shownclosed
        local line text common typed=${(Q)PREFIX}
        lines=("${(@f)$(COLUMNS=$COLUMNS shelf complete --described zsh "${(@Q)words[1,CURRENT-1]}" "$typed" 2>/dev/null)}")
        # Each line is a word and, after a tab, how it is listed.
        for line in "${(@)lines:#}"; do
          text=${line%%$'\t'*}
          if [[ $text == *[:=] ]]; then
            open+=("$text") shownopen+=("${line#*$'\t'}")
          else
            closed+=("$text") shownclosed+=("${line#*$'\t'}")
          fi
          if (( ${#open} + ${#closed} == 1 )); then common=$text; fi
          while [[ $text != "$common"* ]]; do common=${common%?}; done
        done
        (( ${#open} + ${#closed} )) || { _files; return }
        (( ${#open} )) && compadd -U -V shelf -S '' -l -d shownopen -a open
        (( ${#closed} )) && compadd -U -V shelf -l -d shownclosed -a closed
        # What was typed stays if the words agree in less, such as in the case of a letter only.
        if (( ${#open} + ${#closed} > 1 && ${#common} < ${#typed} )) && [[ $compstate[insert] == *unambiguous* ]]; then
          compstate[insert]=
          compstate[list]='list force'
        fi
        return 0
      }
      if [[ $funcstack[1] == _shelf ]]; then _shelf "$@"; else compdef _shelf shelf; fi

      """#
    case .fish:
      #"""
      # Completes the words of shelf; `shelf completions install fish` puts it where fish finds it.
      function __shelf_complete
        shelf complete --described fish (commandline -opc) (commandline -ct) 2>/dev/null
      end
      complete -c shelf -e
      complete -c shelf -f -k -a '(__shelf_complete)'

      """#
    }
  }

  /// Returns the path where the shell looks for the script, below XDG_DATA_HOME or, for fish, below XDG_CONFIG_HOME
  /// (see the XDG Base Directory Specification).
  ///
  /// Returns nil if neither that variable nor HOME is set.
  func file(_ environment: [String: String]) -> String? {
    func folder(_ variable: String, _ standard: String) -> String? {
      if let path = environment[variable], path.hasPrefix("/") { return path }
      return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(standard)" }
    }
    return switch self {
    case .bash: folder("XDG_DATA_HOME", ".local/share").map { $0 + "/bash-completion/completions/shelf" }
    case .zsh: folder("XDG_DATA_HOME", ".local/share").map { $0 + "/zsh/site-functions/_shelf" }
    case .fish: folder("XDG_CONFIG_HOME", ".config").map { $0 + "/fish/completions/shelf.fish" }
    }
  }

  /// Returns the steps that the user still has to take after the installation.
  func advice(_ file: String) -> String {
    let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    return switch self {
    case .bash: "New shells load it if bash-completion is installed; otherwise, add `source \(file)` to ~/.bashrc"
    case .zsh: "Add to ~/.zshrc, before compinit: fpath=(\(folder) $fpath)"
    case .fish: "New shells load it automatically"
    }
  }
}
