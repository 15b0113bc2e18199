// Sets of particles as objects of three.js, whose buffers are written again in place.
import {
  type BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { using } from '../core/arguments.ts';
import { HolonomicError } from '../index.ts';
import { layTriangles, surfaceGeometry, writeSurface } from './surface.ts';
import { onTears, wholeLines, wholeTriangles } from './tears.ts';
import { layTubes, tubeGeometry, writeTubes } from './tubes.ts';

/** The properties of a set of particles that drawing needs: those of a `ParticleSet`, `Cloth`, `Rope` or `SoftBody`. */
export interface DrawnParticles {
  readonly count: number;
  readonly positions: ArrayLike<number>;
  readonly radii: ArrayLike<number>;
  readonly triangles: Uint32Array;
  readonly lines: readonly ArrayLike<number>[];
  /** Two particles for each distance that has torn: lines end there, and triangles with such an edge are not drawn. */
  readonly brokenPairs?: ArrayLike<number>;
  /** Triangles of a `SoftBody`, whose mesh is drawn instead of its particles. */
  readonly surfaceTriangles?: Uint32Array;
  readonly surfaceVertexCount?: number;
  updateSurface?(out: Float32Array): unknown;
}

export interface ParticleObjectOptions {
  /** Material of surfaces, tubes and spheres; by default grey and double-sided. */
  material?: Material;
}

const update = new WeakMap<Object3D, () => void>();
const SPHERE = [16, 12] as const;

/**
 * Creates an object that shows particles of a world: the mesh of a `SoftBody`; the triangles of a `Cloth`; lines of particles, such as
 * those of a `Rope`, as tubes of their radii; all other particles as spheres. Where distances tear, tubes part and triangles disappear. Call
 * `updateParticles` after steps. The caller disposes of materials and geometries.
 */
export function createParticles(set: DrawnParticles, { material }: ParticleObjectOptions = {}): Group {
  return using('What createParticles is given', () => {
    const group = new Group();
    const look = material ?? new MeshStandardMaterial({ color: 0x9fb4c7, roughness: 0.6, side: DoubleSide });
    const parts = [surfaceOf(set, look), tubesOf(set, look), spheresOf(set, look)].filter((part) => part !== null);
    for (const { object } of parts) {
      object.frustumCulled = false; // where it is, is not looked at
      group.add(object);
    }
    update.set(group, () => {
      for (const part of parts) part.write();
    });
    updateParticles(group);
    return group;
  });
}

/**
 * Moves the object to the current particles. Positions and normals are written to the existing buffers, unless a line tears. Throws `invalid-argument` if the
 * object is not from `createParticles`, and `removed-handle` if the particles are no longer in a world.
 */
export function updateParticles(object: Object3D): void {
  const write = update.get(object);
  if (!write) throw new HolonomicError('invalid-argument', 'updateParticles needs an object from createParticles.');
  write();
}

interface Part {
  object: Object3D;
  write(): void;
}

function surfaceOf(set: DrawnParticles, material: Material): Part | null {
  if (set.updateSurface && set.surfaceTriangles && set.surfaceVertexCount) {
    const geometry = surfaceGeometry(set.surfaceTriangles, set.surfaceVertexCount);
    const positions = geometry.attributes.position.array as Float32Array;
    const write = () => {
      set.updateSurface?.(positions);
      writeSurface(geometry);
    };
    return { object: new Mesh(geometry, material), write };
  }
  const { triangles } = set;
  if (triangles.length === 0) return null;
  const geometry = surfaceGeometry(triangles, set.count);
  const tears = onTears(set, (torn) => layTriangles(geometry, wholeTriangles(triangles, torn)));
  const write = () => {
    tears();
    writeSurface(geometry, set.positions);
  };
  return { object: new Mesh(geometry, material), write };
}

const isSurface = (set: DrawnParticles): boolean => set.updateSurface !== undefined || set.triangles.length > 0;

function tubesOf(set: DrawnParticles, material: Material): Part | null {
  const lines = isSurface(set) ? [] : set.lines.filter(({ length }) => length > 1);
  if (lines.length === 0) return null;
  const geometry = tubeGeometry(lines);
  const radii = Float64Array.from(set.radii);
  let parts = lines;
  const tears = onTears(set, (torn) => {
    parts = wholeLines(lines, torn);
    layTubes(geometry, parts);
  });
  const write = () => {
    tears();
    writeTubes(geometry, parts, set.positions, radii);
  };
  return { object: new Mesh(geometry, material), write };
}

function spheresOf(set: DrawnParticles, material: Material): Part | null {
  if (isSurface(set)) return null;
  const inLines = new Set(set.lines.flatMap((line) => Array.from(line)));
  const loose = Uint32Array.from(Array.from({ length: set.count }, (_, k) => k).filter((k) => !inLines.has(k)));
  if (loose.length === 0) return null;
  const object = sphereInstances(loose.length, new SphereGeometry(1, ...SPHERE), material);
  const radii = Float64Array.from(set.radii);
  return { object, write: () => writeSpheres(object, set.positions, radii, loose) };
}

/** Spheres of radius 1, to be given places and radii by `writeSpheres`. */
export function sphereInstances(count: number, geometry: BufferGeometry, material: Material): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  return mesh;
}

export function writeSpheres(
  mesh: InstancedMesh,
  positions: ArrayLike<number>,
  radii: ArrayLike<number>,
  numbers: ArrayLike<number>,
): void {
  const { array } = mesh.instanceMatrix;
  for (let k = 0; k < numbers.length; k++) {
    const [from, to] = [3 * numbers[k], 16 * k];
    const radius = radii[numbers[k]];
    array[to] = array[to + 5] = array[to + 10] = radius;
    array[to + 12] = positions[from];
    array[to + 13] = positions[from + 1];
    array[to + 14] = positions[from + 2];
    array[to + 15] = 1;
  }
  mesh.instanceMatrix.needsUpdate = true;
  mesh.boundingBox = null;
  mesh.boundingSphere = null;
}
