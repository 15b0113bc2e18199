// Both packages under one set of names, so that a program can be run under either.
import * as theirs from 'cannon-es';
import * as ours from 'holonomic/cannon';

/** What a program imports. */
export type Cannon = typeof theirs;

/** By the typings of cannon-es: what its users write compiles. */
export const PACKAGES: { name: 'cannon-es' | 'holonomic/cannon'; cannon: Cannon }[] = [
  { name: 'cannon-es', cannon: theirs },
  { name: 'holonomic/cannon', cannon: ours as unknown as Cannon },
];

/** What a program finds out under cannon-es and here. */
export function both<Found>(run: (C: Cannon) => Found): { theirs: Found; ours: Found } {
  const [theirs, ours] = PACKAGES.map(({ cannon }) => run(cannon));
  return { theirs, ours };
}

export { ours, theirs };
