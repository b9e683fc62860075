package io.binnacle.server.grpc;

class GrpcJavaClientOnXdsServerTest extends GrpcJavaClientCases {

  GrpcJavaClientOnXdsServerTest() {
    super(ControlPlane.STANDALONE);
  }
}
