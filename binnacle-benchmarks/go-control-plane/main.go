// The runner of go-control-plane: speaks the control protocol of ServerControl.java.
//
//	go-control-plane simple|linear
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
	clusterservice "github.com/envoyproxy/go-control-plane/envoy/service/cluster/v3"
	"github.com/envoyproxy/go-control-plane/pkg/cache/types"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	resourcev3 "github.com/envoyproxy/go-control-plane/pkg/resource/v3"
	serverv3 "github.com/envoyproxy/go-control-plane/pkg/server/v3"
	"google.golang.org/grpc"
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

type linear struct{ cache *cachev3.LinearCache }

func (l linear) load(clusters []*clusterv3.Cluster) error {
	resources := make(map[string]types.Resource, len(clusters))
	for _, cluster := range clusters {
		resources[cluster.Name] = cluster
	}
	l.cache.SetResources(resources)
	return nil
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
	var a, b int
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
		c := cachev3.NewSnapshotCache(false, oneGroup{}, nil)
		cache, to = c, simple{c}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	clusterservice.RegisterClusterDiscoveryServiceServer(server,
		serverv3.NewServer(context.Background(), cache, nil))
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
