package io.binnacle.server.grpc;

class GrpcJavaClientOnOwnServerTest extends GrpcJavaClientCases {

  GrpcJavaClientOnOwnServerTest() {
    super(ControlPlane.OWN_GRPC_JAVA);
  }
}
