// Shapes of the engine from the collision geometry of links.
import { describe, type Quat } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { multiply } from '../../core/geometry.ts';
import { Box, Capsule, Compound, type CompoundPart, ConvexHull, Cylinder, type Shape, Sphere } from '../../index.ts';
import { ShapeBase } from '../../shape/shape.ts';
import { within } from './frames.ts';
import type { Frame } from './reading.ts';
import type { UrdfDescription, UrdfGeometry, UrdfLink, UrdfShape } from './urdf-description.ts';

/** A mesh in the collision geometry. */
export interface MeshRequest {
  readonly filename: string;
  /** Scale factors along the axes. If `loadMesh` returns a shape, it has to apply them itself. */
  readonly scale: readonly [number, number, number];
  /** Name of the link. */
  readonly link: string;
}

/** A convex shape or a compound; or coordinates of points, whose scaled convex hull is used; or null, to omit the mesh. */
export type LoadedMesh = Shape | ArrayLike<number> | null;
export type LoadMesh = (request: MeshRequest) => LoadedMesh;
export type LoadMeshAsync = (request: MeshRequest) => LoadedMesh | Promise<LoadedMesh>;

/** What has come of the meshes of a robot, by their geometry. */
export type MadeMeshes = ReadonlyMap<UrdfGeometry, Shape | null>;

type Mesh = Extract<UrdfShape, { type: 'mesh' }>;

export interface WantedMesh {
  readonly geometry: UrdfGeometry;
  readonly request: MeshRequest;
}

export function wantedMeshes({ links }: UrdfDescription): WantedMesh[] {
  return links.flatMap(({ name, collisions }) =>
    collisions
      .filter(({ shape }) => shape.type === 'mesh')
      .map((geometry) => {
        const { filename, scale } = geometry.shape as Mesh;
        return { geometry, request: Object.freeze({ filename, scale, link: name }) };
      }),
  );
}

const meshError = ({ geometry, request }: WantedMesh, what: string, cause?: unknown): HolonomicError =>
  new HolonomicError(
    'invalid-argument',
    `<collision> (line ${geometry.line}) of the link "${request.link}" is the mesh "${request.filename}", ${what}`,
    { cause },
  );

export const unloadable = (wanted: WantedMesh): HolonomicError =>
  meshError(wanted, 'and there is no `loadMesh` to load it; pass one, which may return null to omit meshes.');

/** What a loader has returned, as a shape. */
export function shapeOfMesh(wanted: WantedMesh, loaded: LoadedMesh): Shape | null {
  if (loaded === null) return null;
  if (ShapeBase.isShape(loaded)) {
    if (loaded.mayMove) return loaded as Shape;
    throw meshError(
      wanted,
      `for which loadMesh has returned a shape of type '${loaded.type}', which cannot move; split it into convex parts.`,
    );
  }
  if (typeof loaded !== 'object' || typeof loaded.length !== 'number')
    throw meshError(wanted, `for which loadMesh has returned ${describe(loaded)}, and not a shape, a list of coordinates or null.`);
  try {
    return new ConvexHull(Array.from(loaded, (coordinate, k) => coordinate * wanted.request.scale[k % 3]));
  } catch (cause) {
    if (cause instanceof HolonomicError) throw meshError(wanted, `of which no hull can be made: ${cause.message}`, cause);
    throw cause;
  }
}

/** From z, the axis of cylinders in a URDF, to y. */
const UP: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

function primitive(shape: Exclude<UrdfShape, Mesh>): Shape {
  switch (shape.type) {
    case 'box':
      return new Box([shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2]);
    case 'sphere':
      return new Sphere(shape.radius);
    case 'cylinder':
      return new Cylinder(shape.radius, shape.length / 2);
    case 'capsule':
      return new Capsule(shape.radius, shape.length / 2);
  }
}

/** The shape of a body of several links; null where none collides. */
export function shapeOf(members: readonly { link: UrdfLink; frame: Frame }[], meshes: MadeMeshes): Shape | null {
  const parts: CompoundPart[] = [];
  for (const { link, frame } of members)
    for (const geometry of link.collisions) {
      const { shape } = geometry;
      const made = shape.type === 'mesh' ? meshes.get(geometry) : primitive(shape);
      if (!made) continue;
      const { position, orientation } = within(frame, geometry.origin);
      const isRound = shape.type === 'cylinder' || shape.type === 'capsule';
      parts.push({ shape: made as CompoundPart['shape'], position, orientation: isRound ? multiply(orientation, UP) : orientation });
    }
  if (parts.length === 0) return null;
  const [{ shape, position, orientation }] = parts;
  const isPlain =
    parts.length === 1 && [...(position as number[]), ...(orientation as number[])].every((part, k) => part === (k < 6 ? 0 : 1));
  return isPlain ? (shape as Shape) : new Compound(parts);
}
