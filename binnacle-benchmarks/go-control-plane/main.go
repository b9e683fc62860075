// The runner of go-control-plane: speaks the control protocol of ServerControl.java.
//
//	go-control-plane simple|ads|linear
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"runtime"
	"runtime/metrics"
	"strings"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	routerv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	clusterservice "github.com/envoyproxy/go-control-plane/envoy/service/cluster/v3"
	discoveryservice "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/cache/types"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	resourcev3 "github.com/envoyproxy/go-control-plane/pkg/resource/v3"
	serverv3 "github.com/envoyproxy/go-control-plane/pkg/server/v3"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const group = "bench"

// Every node gets the same, as in the other runners.
type oneGroup struct{}

func (oneGroup) ID(*corev3.Node) string { return group }

// What a kind of cache does with the resources.
type publisher interface {
	load(clusters []*clusterv3.Cluster) error
	swap(listener, backend, revision int) error
	push(clusters []*clusterv3.Cluster, changed int, revision int) error
}

type simple struct{ cache cachev3.SnapshotCache }

func (s simple) load(clusters []*clusterv3.Cluster) error { return s.push(clusters, 0, 0) }

func (s simple) push(clusters []*clusterv3.Cluster, _ int, revision int) error {
	resources := make([]types.Resource, len(clusters))
	for i, cluster := range clusters {
		resources[i] = cluster
	}
	snapshot, err := cachev3.NewSnapshot(fmt.Sprintf("v%d", revision),
		map[resourcev3.Type][]types.Resource{resourcev3.ClusterType: resources})
	if err != nil {
		return err
	}
	return s.cache.SetSnapshot(context.Background(), group, snapshot)
}

// As in SwapResources.java.
func (s simple) swap(listenerPort, backendPort, revision int) error {
	name := fmt.Sprintf("pool-%d", revision)
	ads := &corev3.ConfigSource{
		ResourceApiVersion:    corev3.ApiVersion_V3,
		ConfigSourceSpecifier: &corev3.ConfigSource_Ads{Ads: &corev3.AggregatedConfigSource{}},
	}
	router, err := anypb.New(&routerv3.Router{})
	if err != nil {
		return err
	}
	manager, err := anypb.New(&hcmv3.HttpConnectionManager{
		StatPrefix: "swap",
		RouteSpecifier: &hcmv3.HttpConnectionManager_Rds{
			Rds: &hcmv3.Rds{RouteConfigName: "routes", ConfigSource: ads}},
		HttpFilters: []*hcmv3.HttpFilter{{Name: "envoy.filters.http.router",
			ConfigType: &hcmv3.HttpFilter_TypedConfig{TypedConfig: router}}},
	})
	if err != nil {
		return err
	}
	listener := &listenerv3.Listener{
		Name:    "http",
		Address: address(listenerPort),
		FilterChains: []*listenerv3.FilterChain{{Filters: []*listenerv3.Filter{{Name: "http",
			ConfigType: &listenerv3.Filter_TypedConfig{TypedConfig: manager}}}}},
	}
	routes := &routev3.RouteConfiguration{
		Name: "routes",
		VirtualHosts: []*routev3.VirtualHost{{Name: "all", Domains: []string{"*"},
			Routes: []*routev3.Route{{
				Match: &routev3.RouteMatch{PathSpecifier: &routev3.RouteMatch_Prefix{Prefix: "/"}},
				Action: &routev3.Route_Route{Route: &routev3.RouteAction{
					ClusterSpecifier: &routev3.RouteAction_Cluster{Cluster: name}}},
			}}}},
	}
	pool := &clusterv3.Cluster{
		Name:                 name,
		ClusterDiscoveryType: &clusterv3.Cluster_Type{Type: clusterv3.Cluster_EDS},
		EdsClusterConfig:     &clusterv3.Cluster_EdsClusterConfig{EdsConfig: ads},
		ConnectTimeout:       durationpb.New(1e9),
	}
	assignment := &endpointv3.ClusterLoadAssignment{
		ClusterName: name,
		Endpoints: []*endpointv3.LocalityLbEndpoints{{LbEndpoints: []*endpointv3.LbEndpoint{{
			HostIdentifier: &endpointv3.LbEndpoint_Endpoint{
				Endpoint: &endpointv3.Endpoint{Address: address(backendPort)}}}}}},
	}
	snapshot, err := cachev3.NewSnapshot(name, map[resourcev3.Type][]types.Resource{
		resourcev3.ListenerType: {listener},
		resourcev3.RouteType:    {routes},
		resourcev3.ClusterType:  {pool},
		resourcev3.EndpointType: {assignment},
	})
	if err != nil {
		return err
	}
	return s.cache.SetSnapshot(context.Background(), group, snapshot)
}

func address(port int) *corev3.Address {
	return &corev3.Address{Address: &corev3.Address_SocketAddress{SocketAddress: &corev3.SocketAddress{
		Address: "127.0.0.1", PortSpecifier: &corev3.SocketAddress_PortValue{PortValue: uint32(port)}}}}
}

type linear struct{ cache *cachev3.LinearCache }

func (l linear) load(clusters []*clusterv3.Cluster) error {
	resources := make(map[string]types.Resource, len(clusters))
	for _, cluster := range clusters {
		resources[cluster.Name] = cluster
	}
	l.cache.SetResources(resources)
	return nil
}

func (l linear) swap(int, int, int) error {
	return fmt.Errorf("a linear cache is for one type")
}

func (l linear) push(clusters []*clusterv3.Cluster, changed int, _ int) error {
	return l.cache.UpdateResource(clusters[changed].Name, clusters[changed])
}

// The same content as in Clusters.java.
func cluster(number, revision int) *clusterv3.Cluster {
	name := fmt.Sprintf("cluster-%05d", number)
	return &clusterv3.Cluster{
		Name:                 name,
		ClusterDiscoveryType: &clusterv3.Cluster_Type{Type: clusterv3.Cluster_EDS},
		EdsClusterConfig: &clusterv3.Cluster_EdsClusterConfig{
			ServiceName: "service-" + name,
			EdsConfig: &corev3.ConfigSource{
				ResourceApiVersion:    corev3.ApiVersion_V3,
				ConfigSourceSpecifier: &corev3.ConfigSource_Ads{Ads: &corev3.AggregatedConfigSource{}},
			},
		},
		ConnectTimeout:                durationpb.New(1e9),
		PerConnectionBufferLimitBytes: wrapperspb.UInt32(1 << 20),
		AltStatName:                   fmt.Sprintf("~rev%07d", revision),
	}
}

func number(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func answer(to publisher, clusters []*clusterv3.Cluster, line string) ([]*clusterv3.Cluster, string, error) {
	var a, b, c int
	command, rest, _ := strings.Cut(line, " ")
	switch command {
	case "load":
		fmt.Sscan(rest, &a)
		for i := 0; i < a; i++ {
			clusters = append(clusters, cluster(i, 0))
		}
		return clusters, "loaded", to.load(clusters)
	case "push":
		fmt.Sscan(rest, &a, &b)
		clusters[a] = cluster(a, b)
		return clusters, "pushed", to.push(clusters, a, b)
	case "swap":
		fmt.Sscan(rest, &a, &b, &c)
		return clusters, "swapped", to.swap(a, b, c)
	case "allocated":
		return clusters, fmt.Sprintf("allocated %d", number("/gc/heap/allocs:bytes")), nil
	case "memory":
		runtime.GC()
		runtime.GC()
		// Of what is outside of the heap the stacks of the goroutines are what streams cost.
		return clusters, fmt.Sprintf("memory %d %d",
			number("/memory/classes/heap/objects:bytes"), number("/memory/classes/heap/stacks:bytes")), nil
	}
	return clusters, "", fmt.Errorf("unknown command %q", line)
}

func main() {
	var cache cachev3.Cache
	var to publisher
	if os.Args[1] == "linear" {
		c := cachev3.NewLinearCache(resourcev3.ClusterType)
		cache, to = c, linear{c}
	} else {
		// With "ads" it holds answers back until all names of a type are asked for, as it is meant to on ADS.
		c := cachev3.NewSnapshotCache(os.Args[1] == "ads", oneGroup{}, nil)
		cache, to = c, simple{c}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	services := serverv3.NewServer(context.Background(), cache, nil)
	clusterservice.RegisterClusterDiscoveryServiceServer(server, services)
	discoveryservice.RegisterAggregatedDiscoveryServiceServer(server, services)
	go server.Serve(listener)
	fmt.Println("ready", listener.Addr().(*net.TCPAddr).Port)
	var clusters []*clusterv3.Cluster
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var reply string
		if clusters, reply, err = answer(to, clusters, in.Text()); err != nil {
			log.Fatal(err)
		}
		fmt.Println(reply)
	}
}
