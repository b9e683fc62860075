package io.binnacle.benchmarks.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;

/** The middle of some numbers, and how far they lie apart. */
public record Spread(double median, double lowerQuartile, double upperQuartile, double least) {

  private static final Spread NOTHING = new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  /** Of these numbers; NaN of none. */
  public static Spread of(double... numbers) {
    if (numbers.length == 0) {
      return NOTHING;
    }
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return new Spread(at(sorted, 0.5), at(sorted, 0.25), at(sorted, 0.75), sorted[0]);
  }

  static Spread of(Collection<Sample> samples, ToLongFunction<Sample> value) {
    return of(samples.stream().mapToDouble(sample -> value.applyAsLong(sample)).toArray());
  }

  /** Of the ratios to another server's numbers in the same round. */
  static Spread ofRatios(
      Map<Integer, Sample> these, Map<Integer, Sample> others, ToLongFunction<Sample> value) {
    DoubleStream ratios =
        these.keySet().stream()
            .filter(others::containsKey)
            .mapToDouble(
                round ->
                    (double) value.applyAsLong(these.get(round))
                        / value.applyAsLong(others.get(round)));
    return of(ratios.toArray());
  }

  /** Between the two neighbours of the place, by how near it is to each. */
  private static double at(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
