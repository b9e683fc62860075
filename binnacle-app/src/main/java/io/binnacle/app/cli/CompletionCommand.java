package io.binnacle.app.cli;

import io.binnacle.app.problem.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle completion}: the commands and flags for the user's shell. */
@Command(
    name = "completion",
    description = "Print a completion script for bash or zsh.",
    footer = {"%nTo load it now:%n  source <(binnacle completion bash)"})
final class CompletionCommand implements Callable<Integer> {

  /** The shells that the script works in; zsh reads it through its own bashcompinit. */
  enum Shell {
    bash,
    zsh
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SHELL",
      arity = "0..1",
      description = "bash or zsh; one script serves both.")
  private Shell shell = Shell.bash;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    String script = AutoComplete.bash(root.getCommandName(), root);
    String start = shell == Shell.zsh ? "autoload -U +X compinit && compinit\n" : "";
    spec.commandLine().getOut().print(start + script);
    return ExitCode.FINE.number();
  }
}
