// Coefficients of pairs of bodies, as materials of a world: bodies that the case treats alike have one in common.
import { bodiesOf, type Case, type CaseContact } from './case.ts';

export interface Surfaces {
  /** Number of a body's material. */
  materialOf(body: string): number;
  /** What two materials do where they touch. */
  pairs: { a: number; b: number; friction: number; restitution: number }[];
}

const NO_CONTACT = { friction: 0, restitution: 0 };

/** Bodies with a shape have to be in some pair; of the patterns that fit two bodies the one counts that names most letters, and of those the first. */
export function surfacesOf(item: Case): Surfaces {
  const listed = item.contacts?.pairs ?? [];
  const patterns = [...new Set(listed.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]))];
  const materials = new Map<string, number>();
  const examples: string[] = [];
  for (const { name, shape } of bodiesOf(item)) {
    if (!shape) continue;
    const kind = patterns.map((pattern) => (fits(pattern, name) ? 1 : 0)).join('');
    if (!kind.includes('1')) throw new Error(`${item.name} has a shape for '${name}', but no pair of bodies with it`);
    const known = examples.findIndex((example) => patterns.every((pattern) => fits(pattern, example) === fits(pattern, name)));
    if (known < 0) examples.push(name);
    materials.set(name, known < 0 ? examples.length - 1 : known);
  }
  const pairs = examples.flatMap((first, a) =>
    examples.slice(a).map((second, k) => {
      const { friction, restitution } = pairOf(listed, first, second) ?? NO_CONTACT;
      return { a, b: a + k, friction, restitution };
    }),
  );
  return { materialOf: (body) => materials.get(body) ?? 0, pairs };
}

function pairOf(listed: CaseContact[], first: string, second: string): CaseContact | undefined {
  const letters = ({ bodyA, bodyB }: CaseContact) => (bodyA + bodyB).replaceAll('*', '').length;
  const fitting = listed.filter(
    ({ bodyA, bodyB }) => (fits(bodyA, first) && fits(bodyB, second)) || (fits(bodyA, second) && fits(bodyB, first)),
  );
  return fitting.sort((p, q) => letters(q) - letters(p))[0];
}

function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
