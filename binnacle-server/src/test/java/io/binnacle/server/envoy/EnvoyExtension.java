package io.binnacle.server.envoy;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** What {@link RequiresEnvoy} promises. */
final class EnvoyExtension
    implements ExecutionCondition,
        BeforeAllCallback,
        TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return EnvoyBinary.expected(System.getenv())
        ? ConditionEvaluationResult.enabled("Envoy is expected here")
        : ConditionEvaluationResult.disabled("no Envoy: " + EnvoyBinary.howToGetIt());
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    EnvoyLogs.forget();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    EnvoyLogs.show(context.getDisplayName());
    throw failure;
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    handleTestExecutionException(context, failure);
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    handleTestExecutionException(context, failure);
  }
}
