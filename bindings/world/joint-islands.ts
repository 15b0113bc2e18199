/** Islands are dynamic bodies that are awake and connected by joints, and these joints. With `jointSolver: 'sweeps'`, or a `sweep` that is not the default, there are none. */
export interface JointIslands {
  /** Islands whose joints are solved together, and those whose joints are swept one at a time. */
  direct: number;
  swept: number;
  /** How often in the last step a direct solve had no finite or useful solution, so that an island was swept for a substep. */
  failures: number;
}
