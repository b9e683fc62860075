"""Calls a backend through grpcio's xDS client (the C++ core) for as long as its standard input is open.

    client.py xds:///NAME

The bootstrap is in GRPC_XDS_BOOTSTRAP_CONFIG. It prints "version grpcio VERSION" and then a line for each call:
"ok BACKEND", or "error CODE TEXT".
"""

import os
import sys
import threading
import time

import grpc

PAUSE_SECONDS = 0.005
PATIENCE_SECONDS = 5


def end_with_standard_input():
    sys.stdin.read()
    os._exit(0)


def text_of(name):
    try:
        return "ok " + name(b"", timeout=PATIENCE_SECONDS).decode()
    except grpc.RpcError as error:
        return "error {} {}".format(error.code().name, " ".join(error.details().split()))


def main():
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    print("version grpcio", grpc.__version__, flush=True)
    # Messages of the backend are plain text, so there is nothing to serialize.
    name = grpc.insecure_channel(sys.argv[1]).unary_unary("/test.Backend/Name")
    while True:
        print(text_of(name), flush=True)
        time.sleep(PAUSE_SECONDS)


main()
