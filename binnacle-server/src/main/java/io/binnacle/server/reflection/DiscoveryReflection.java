package io.binnacle.server.reflection;

import com.google.protobuf.Descriptors.FileDescriptor;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthProto;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ErrorResponse;
import io.grpc.reflection.v1.ExtensionNumberResponse;
import io.grpc.reflection.v1.FileDescriptorResponse;
import io.grpc.reflection.v1.ListServiceResponse;
import io.grpc.reflection.v1.ServerReflectionProto;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ServerCalls;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * gRPC server reflection of a discovery port, so that tools such as grpcurl need no .proto files.
 *
 * <p>The one of grpc-java asks its own server what is served, and our streams are not among its
 * services. Safe from any thread.
 */
public final class DiscoveryReflection {

  private static final String V1 = "grpc.reflection.v1.ServerReflection";

  /** The same messages under an older name, which older tools know only. */
  private static final String V1_ALPHA = "grpc.reflection.v1alpha.ServerReflection";

  private static final String HEALTH = "grpc.health.v1.Health";

  /** Built at the first question: most ports are never asked. */
  private static final class Index {
    static final FileIndex FILES = index();

    private static FileIndex index() {
      List<FileDescriptor> roots = new ArrayList<>(DiscoveryFiles.ofResources());
      DiscoveryFiles.services().forEach(service -> roots.add(DiscoveryFiles.fileOf(service)));
      roots.add(HealthProto.getDescriptor());
      roots.add(ServerReflectionProto.getDescriptor());
      roots.add(io.grpc.reflection.v1alpha.ServerReflectionProto.getDescriptor());
      return new FileIndex(roots);
    }
  }

  private DiscoveryReflection() {}

  /** Reflection in both versions, to be added to a server. */
  public static List<BindableService> services() {
    return List.of(() -> service(V1), () -> service(V1_ALPHA));
  }

  private static ServerServiceDefinition service(String name) {
    var method =
        MethodDescriptor.<ServerReflectionRequest, ServerReflectionResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(name + "/ServerReflectionInfo")
            .setRequestMarshaller(
                ProtoUtils.marshaller(ServerReflectionRequest.getDefaultInstance()))
            .setResponseMarshaller(
                ProtoUtils.marshaller(ServerReflectionResponse.getDefaultInstance()))
            .build();
    return ServerServiceDefinition.builder(name)
        .addMethod(method, ServerCalls.asyncBidiStreamingCall(ReflectionCall::of))
        .build();
  }

  static ServerReflectionResponse answer(ServerReflectionRequest request) {
    ServerReflectionResponse.Builder response =
        ServerReflectionResponse.newBuilder()
            .setValidHost(request.getHost())
            .setOriginalRequest(request);
    switch (request.getMessageRequestCase()) {
      case LIST_SERVICES -> response.setListServicesResponse(list());
      case FILE_BY_FILENAME ->
          file(
              response,
              request.getFileByFilename(),
              Index.FILES.named(request.getFileByFilename()));
      case FILE_CONTAINING_SYMBOL -> {
        String symbol = request.getFileContainingSymbol();
        file(response, symbol, Index.FILES.declaring(symbol));
      }
      case FILE_CONTAINING_EXTENSION -> {
        String type = request.getFileContainingExtension().getContainingType();
        int number = request.getFileContainingExtension().getExtensionNumber();
        file(response, "extension " + number + " of " + type, Index.FILES.extending(type, number));
      }
      case ALL_EXTENSION_NUMBERS_OF_TYPE -> extensions(response, request);
      default -> error(response, Status.Code.INVALID_ARGUMENT, "the request asks for nothing");
    }
    return response.build();
  }

  private static ListServiceResponse list() {
    ListServiceResponse.Builder list = ListServiceResponse.newBuilder();
    List<String> names = new ArrayList<>(DiscoveryFiles.services());
    names.addAll(List.of(HEALTH, V1, V1_ALPHA));
    names.forEach(name -> list.addService(ServiceResponse.newBuilder().setName(name)));
    return list.build();
  }

  private static void file(
      ServerReflectionResponse.Builder response, String what, @Nullable FileDescriptor found) {
    if (found == null) {
      error(response, Status.Code.NOT_FOUND, what + " is not known here");
    } else {
      response.setFileDescriptorResponse(
          FileDescriptorResponse.newBuilder()
              .addAllFileDescriptorProto(FileIndex.withImports(found)));
    }
  }

  private static void extensions(
      ServerReflectionResponse.Builder response, ServerReflectionRequest request) {
    String type = request.getAllExtensionNumbersOfType();
    Collection<Integer> numbers = Index.FILES.extensionsOf(type);
    if (numbers == null) {
      error(response, Status.Code.NOT_FOUND, type + " is not known here");
    } else {
      response.setAllExtensionNumbersResponse(
          ExtensionNumberResponse.newBuilder()
              .setBaseTypeName(type)
              .addAllExtensionNumber(numbers));
    }
  }

  private static void error(
      ServerReflectionResponse.Builder response, Status.Code code, String message) {
    response.setErrorResponse(
        ErrorResponse.newBuilder().setErrorCode(code.value()).setErrorMessage(message));
  }
}
