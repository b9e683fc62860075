// A control plane by go-control-plane, driven over its standard input for as long as that is open:
//
//	publish VERSION [NAME=VALUE ...]   answered by "published"
//	listen GRPC_PORT HTTP_PORT         answered by "listening GRPC_PORT HTTP_PORT"; 0 is any free port
//
// Before that it prints "version go-control-plane VERSION". For each NAME there is one resource of each type, in which
// VALUE stands, as in Resources.java.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	tlsv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/transport_sockets/tls/v3"
	clusterservice "github.com/envoyproxy/go-control-plane/envoy/service/cluster/v3"
	discoveryservice "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	endpointservice "github.com/envoyproxy/go-control-plane/envoy/service/endpoint/v3"
	listenerservice "github.com/envoyproxy/go-control-plane/envoy/service/listener/v3"
	routeservice "github.com/envoyproxy/go-control-plane/envoy/service/route/v3"
	secretservice "github.com/envoyproxy/go-control-plane/envoy/service/secret/v3"
	"github.com/envoyproxy/go-control-plane/pkg/cache/types"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/resource/v3"
	serverv3 "github.com/envoyproxy/go-control-plane/pkg/server/v3"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	module = "github.com/envoyproxy/go-control-plane"
	group  = "all"
)

// Every node gets the same.
type oneGroup struct{}

func (oneGroup) ID(*corev3.Node) string { return group }

func main() {
	// false: it does not hold answers back on ADS until a client names all that there is.
	cache := cachev3.NewSnapshotCache(false, oneGroup{}, nil)
	fmt.Println("version go-control-plane", version())
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		command, rest, _ := strings.Cut(in.Text(), " ")
		var err error
		switch command {
		case "publish":
			err = publish(cache, strings.Fields(rest))
		case "listen":
			err = listen(cache, rest)
		default:
			err = fmt.Errorf("unknown command %q", command)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version
		}
	}
	return "unknown"
}

func publish(cache cachev3.SnapshotCache, words []string) error {
	all := map[resource.Type][]types.Resource{}
	for _, word := range words[1:] {
		name, text, _ := strings.Cut(word, "=")
		var value uint32
		if _, err := fmt.Sscan(text, &value); err != nil {
			return err
		}
		all[resource.ListenerType] = append(all[resource.ListenerType], listener(name, value))
		all[resource.RouteType] = append(all[resource.RouteType], routes(name, value))
		all[resource.ClusterType] = append(all[resource.ClusterType], cluster(name, value))
		all[resource.EndpointType] = append(all[resource.EndpointType], assignment(name, value))
		all[resource.SecretType] = append(all[resource.SecretType], secret(name, value))
	}
	snapshot, err := cachev3.NewSnapshot(words[0], all)
	if err != nil {
		return err
	}
	if err := cache.SetSnapshot(context.Background(), group, snapshot); err != nil {
		return err
	}
	fmt.Println("published")
	return nil
}

func listen(cache cachev3.Cache, ports string) error {
	var grpcPort, httpPort int
	if _, err := fmt.Sscan(ports, &grpcPort, &httpPort); err != nil {
		return err
	}
	services := serverv3.NewServer(context.Background(), cache, nil)
	server := grpc.NewServer()
	discoveryservice.RegisterAggregatedDiscoveryServiceServer(server, services)
	listenerservice.RegisterListenerDiscoveryServiceServer(server, services)
	routeservice.RegisterRouteDiscoveryServiceServer(server, services)
	clusterservice.RegisterClusterDiscoveryServiceServer(server, services)
	endpointservice.RegisterEndpointDiscoveryServiceServer(server, services)
	secretservice.RegisterSecretDiscoveryServiceServer(server, services)
	streams, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", grpcPort))
	if err != nil {
		return err
	}
	polls, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", httpPort))
	if err != nil {
		return err
	}
	go server.Serve(streams)
	go http.Serve(polls, gateway{serverv3.HTTPGateway{Server: services}})
	fmt.Println("listening", streams.Addr().(*net.TCPAddr).Port, polls.Addr().(*net.TCPAddr).Port)
	return nil
}

// The library leaves the writing of an answer to its user.
type gateway struct{ polls serverv3.HTTPGateway }

func (g gateway) ServeHTTP(answer http.ResponseWriter, request *http.Request) {
	body, status, err := g.polls.ServeHTTP(request)
	if err != nil {
		http.Error(answer, err.Error(), status)
		return
	}
	answer.Header().Set("Content-Type", "application/json")
	answer.WriteHeader(status)
	answer.Write(body)
}

func listener(name string, value uint32) types.Resource {
	return &listenerv3.Listener{Name: name, StatPrefix: fmt.Sprint(value)}
}

func routes(name string, value uint32) types.Resource {
	return &routev3.RouteConfiguration{
		Name:         name,
		VirtualHosts: []*routev3.VirtualHost{{Name: fmt.Sprint(value), Domains: []string{"*"}}},
	}
}

func cluster(name string, value uint32) types.Resource {
	return &clusterv3.Cluster{Name: name, ConnectTimeout: durationpb.New(time.Duration(value) * time.Millisecond)}
}

func assignment(name string, value uint32) types.Resource {
	address := &corev3.Address{Address: &corev3.Address_SocketAddress{SocketAddress: &corev3.SocketAddress{
		Address: "127.0.0.1", PortSpecifier: &corev3.SocketAddress_PortValue{PortValue: value}}}}
	return &endpointv3.ClusterLoadAssignment{
		ClusterName: name,
		Endpoints: []*endpointv3.LocalityLbEndpoints{{LbEndpoints: []*endpointv3.LbEndpoint{{
			HostIdentifier: &endpointv3.LbEndpoint_Endpoint{Endpoint: &endpointv3.Endpoint{Address: address}}}}}},
	}
}

func secret(name string, value uint32) types.Resource {
	return &tlsv3.Secret{
		Name: name,
		Type: &tlsv3.Secret_GenericSecret{GenericSecret: &tlsv3.GenericSecret{Secret: &corev3.DataSource{
			Specifier: &corev3.DataSource_InlineString{InlineString: fmt.Sprint(value)}}}},
	}
}
