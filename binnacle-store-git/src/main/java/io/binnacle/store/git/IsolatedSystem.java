package io.binnacle.store.git;

import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * What JGit may know of the machine: no settings of its user, of the system, or of other JGit
 * programs. Without it a user's {@code ~/.gitconfig} would change how revisions are written, JGit
 * would start {@code git} to look for settings, and write some into the home directory.
 *
 * <p>JGit has one for the whole process.
 */
final class IsolatedSystem extends SystemReader {

  private final SystemReader system;

  private IsolatedSystem(SystemReader system) {
    this.system = system;
  }

  /** Makes it the one of this process. */
  static synchronized void install() {
    SystemReader present = SystemReader.getInstance();
    if (!(present instanceof IsolatedSystem)) {
      SystemReader.setInstance(new IsolatedSystem(present));
    }
  }

  /** No file: settings of ours, which stand behind those of a repository. */
  private static final class Ours extends FileBasedConfig {
    Ours(Config parent, FS fs) {
      super(parent, null, fs);
      setBoolean("core", null, "fsyncRefFiles", true);
    }

    /** What JGit would measure of a file system by writing to it; a cautious value. */
    @Override
    public long getTimeUnit(
        String section, String subsection, String name, long otherwise, TimeUnit unit) {
      return section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
          ? unit.convert(1, TimeUnit.SECONDS)
          : super.getTimeUnit(section, subsection, name, otherwise, unit);
    }

    @Override
    public void load() {}

    @Override
    public void save() {}

    @Override
    public boolean isOutdated() {
      return false;
    }

    @Override
    public String toString() {
      return "settings of the store";
    }
  }

  @Override
  public FileBasedConfig openUserConfig(Config parent, FS fs) {
    return new Ours(parent, fs);
  }

  @Override
  public FileBasedConfig openSystemConfig(Config parent, FS fs) {
    return new Ours(parent, fs);
  }

  @Override
  public FileBasedConfig openJGitConfig(Config parent, FS fs) {
    return new Ours(parent, fs);
  }

  @Override
  public String getHostname() {
    return system.getHostname();
  }

  @Override
  public @Nullable String getenv(String variable) {
    // GIT_... are about the user's own repositories.
    return variable.startsWith("GIT_") ? null : system.getenv(variable);
  }

  @Override
  public String getProperty(String key) {
    return system.getProperty(key);
  }

  @Override
  public long getCurrentTime() {
    return system.getCurrentTime();
  }

  @Override
  public int getTimezone(long when) {
    return system.getTimezone(when);
  }
}
