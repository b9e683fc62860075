// Calls a backend through grpc-go's xDS client for as long as its standard input is open.
//
//	client xds:///NAME
//
// The bootstrap is in GRPC_XDS_BOOTSTRAP_CONFIG. It prints "version grpc-go VERSION" and then a line for each call:
// "ok BACKEND", or "error CODE TEXT".
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	_ "google.golang.org/grpc/xds"
)

const (
	pause    = 5 * time.Millisecond
	patience = 5 * time.Second
)

// Messages of the backend are plain text.
type textCodec struct{}

func (textCodec) Marshal(text any) ([]byte, error) { return []byte(*text.(*string)), nil }

func (textCodec) Unmarshal(bytes []byte, text any) error {
	*text.(*string) = string(bytes)
	return nil
}

func (textCodec) Name() string { return "text" }

func main() {
	connection, err := grpc.NewClient(os.Args[1],
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(textCodec{})))
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, "version grpc-go", grpc.Version)
	for ; ; time.Sleep(pause) {
		fmt.Fprintln(out, call(connection))
		if out.Flush() != nil {
			return
		}
	}
}

func call(connection *grpc.ClientConn) string {
	context, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var request, backend string
	if err := connection.Invoke(context, "/test.Backend/Name", &request, &backend); err != nil {
		return fmt.Sprintf("error %s %s", status.Code(err), strings.ReplaceAll(status.Convert(err).Message(), "\n", " "))
	}
	return "ok " + backend
}
