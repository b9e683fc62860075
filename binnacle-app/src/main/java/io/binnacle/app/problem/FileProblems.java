package io.binnacle.app.problem;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What the messages of {@link IOException} leave out: they are often a path alone. */
public final class FileProblems {

  private FileProblems() {}

  /** {@code what FILE: why}. */
  public static String message(String what, Path file, IOException problem) {
    return what + " " + file + ": " + reason(problem);
  }

  private static String reason(IOException problem) {
    if (problem instanceof NoSuchFileException) {
      return "no such file";
    }
    if (problem instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (problem instanceof FileAlreadyExistsException) {
      return "it exists already";
    }
    return String.valueOf(problem.getMessage());
  }
}
