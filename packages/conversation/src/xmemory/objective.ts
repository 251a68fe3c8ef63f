import { cosine, type Vector } from "../vectors.js";

/** A theme as the objective reads it: the mean of its members, and the members whose vectors exist. */
export interface Cluster {
  /** Number of members, at least 1, with those that have no vector. */
  readonly size: number;
  readonly centroid: Vector;
  readonly vectors: readonly Vector[];
}

const EPSILON = 1e-8;

/**
 * Quality of a set of themes: sparsity + semantics (xMemory, arXiv 2602.02007, section 3; formula of its implementation).
 *
 * - sparsity = N² / (K Σ n²), in (0, 1]: 1 if all themes have the same size.
 * - semantics = mean of cohesion · g. Cohesion is the mean cosine of members to their centroid. g = exp(-(s - m)² / 2σ²), where s is the
 *   greatest cosine to another centroid, m the median of s, and σ the median of |s - m|.
 *
 * The empty set has quality 0. Below `minSeparated` themes g is 1: the medians of two to four separations depend on nothing but their order.
 */
export function themeObjective(clusters: readonly Cluster[], minSeparated = 0): number {
  if (clusters.length === 0) return 0;
  if (clusters.length < minSeparated) {
    const total = clusters.reduce((sum, cluster) => sum + cohesion(cluster), 0);
    return sparsity(clusters.map(({ size }) => size)) + total / clusters.length;
  }
  const separations = separationsOf(clusters);
  const center = median(separations);
  const spread = median(separations.map((separation) => Math.abs(separation - center))) + EPSILON;
  let semantics = 0;
  clusters.forEach((cluster, index) => {
    const deviation = separations[index]! - center;
    semantics += cohesion(cluster) * Math.exp(-(deviation * deviation) / (2 * spread * spread));
  });
  return sparsity(clusters.map(({ size }) => size)) + semantics / clusters.length;
}

/** Evenness of sizes, in (0, 1]: N² / (K Σ n²). */
export function sparsity(sizes: readonly number[]): number {
  let total = 0;
  let squares = 0;
  for (const size of sizes) {
    total += size;
    squares += size * size;
  }
  return (total / (sizes.length + EPSILON)) * (total / (squares + EPSILON));
}

/** Greatest cosine of each centroid to another one; 0 for a single theme. */
export function separationsOf(clusters: readonly Cluster[]): number[] {
  return clusters.map((cluster, index) => {
    let greatest = -1;
    clusters.forEach((other, position) => {
      if (position !== index) greatest = Math.max(greatest, cosine(cluster.centroid, other.centroid));
    });
    return clusters.length === 1 ? 0 : greatest;
  });
}

/** Cohesions of clusters, which most objectives of an update have in common. */
const COHESIONS = new WeakMap<Cluster, number>();

function cohesion(cluster: Cluster): number {
  const { vectors, centroid } = cluster;
  let mean = COHESIONS.get(cluster);
  if (mean === undefined) {
    mean =
      vectors.length === 0 ? 0 : vectors.reduce((sum, vector) => sum + cosine(vector, centroid), 0) / vectors.length;
    COHESIONS.set(cluster, mean);
  }
  return mean;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
