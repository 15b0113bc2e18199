/**
 * How islands of joints were solved. An island is a set of awake dynamic bodies connected by joints, with these joints. With `jointSolver:
 * 'sweeps'`, or a `sweep` other than the default, there are none.
 */
export interface JointIslands {
  /** Number of islands whose joints were solved together, and of those whose joints were swept one at a time. */
  direct: number;
  swept: number;
  /** How often in the last step a direct solve had no finite or useful solution, so that the island was swept for a substep. */
  failures: number;
}
