// Bodies that come and go in the course of a scene. Adapters say how their engine makes and takes away bodies; when it has to is worked out here,
// before the scene begins.
import type { BallSpec, HingeSpec, JointSpec, Pair, SceneData } from './model.ts';

/** Bodies that come together, by their numbers, and what is between them. */
export interface Members {
  bodies: number[];
  balls: BallSpec[];
  hinges: HingeSpec[];
  apart: Pair[];
}

export interface Cast {
  add(members: Members): void;
  remove(members: Members): void;
}

interface Change {
  frame: number;
  leaving: Members | null;
  coming: Members;
}

/** Adds what is there from the start. Has to be called before each step; what engines need to add and remove bodies is part of the frame. */
export function followArrivals(scene: SceneData, { add, remove }: Cast): () => void {
  const late = new Set(scene.arrivals?.flatMap(({ assemblies }) => assemblies));
  const changes = changesOf(scene);
  add(membersOf(scene, (assembly) => assembly === undefined || !late.has(assembly)));
  let frame = 0;
  let next = 0;
  return () => {
    for (; changes[next]?.frame === frame; next++) {
      const { coming, leaving } = changes[next];
      if (leaving) remove(leaving);
      add(coming);
    }
    frame++;
  };
}

function changesOf(scene: SceneData): Change[] {
  const there = new Set<number>();
  return (scene.arrivals ?? []).map(({ frame, assemblies }) => {
    const some = (chosen: readonly number[]) => membersOf(scene, (assembly) => assembly !== undefined && chosen.includes(assembly));
    const present = assemblies.filter((assembly) => there.has(assembly));
    for (const assembly of assemblies) there.add(assembly);
    return { frame, leaving: present.length ? some(present) : null, coming: some(assemblies) };
  });
}

function membersOf({ bodies, balls, hinges = [], apart = [] }: SceneData, chosen: (assembly: number | undefined) => boolean): Members {
  // A joint to a body of no assembly comes with its other body.
  const comes = (a: number, b: number) => chosen(bodies[a].assembly ?? bodies[b].assembly);
  const joins = ({ a, b }: JointSpec) => comes(a, b);
  return {
    bodies: [...bodies.keys()].filter((index) => chosen(bodies[index].assembly)),
    balls: balls.filter(joins),
    hinges: hinges.filter(joins),
    apart: apart.filter(([a, b]) => comes(a, b)),
  };
}
