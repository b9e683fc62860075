package io.binnacle.server.internal.poll;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.server.stream.CloseReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the answer of one poll. */
final class RecordingPollIo implements PollIo {
  @Nullable Response answer;
  @Nullable CloseReason closed;
  boolean unchanged;

  @Override
  public ResponseBody encode(PollAnswer news) {
    return ResponseBody.of(ByteString.EMPTY);
  }

  @Override
  public void answer(Response response) {
    answer = response;
  }

  @Override
  public void unchanged() {
    unchanged = true;
  }

  @Override
  public void close(CloseReason reason) {
    closed = reason;
  }

  boolean isHeld() {
    return answer == null && closed == null && !unchanged;
  }

  List<String> names() {
    assertThat(answer).isNotNull();
    return answer.resources().stream().map(Resource::name).toList();
  }
}
