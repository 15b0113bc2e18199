// Particles of a scene, as they are sent to the page.
import type { Vec3 } from '../../bindings/index.ts';
import type { ParticleSet, SoftBody } from '../../bindings/particle/index.ts';
import { ASLEEP, FROZEN, type ParticleLook } from './types.ts';

const skinOf = (set: ParticleSet): SoftBody | null => ('updateSurface' in set ? (set as SoftBody) : null);

/** Reads sets that lie one behind the other in its lists. */
export class ParticleReader {
  readonly looks: ParticleLook[] = [];
  readonly states: Uint8Array;
  positions: Float32Array;
  private readonly before: Float32Array;
  private readonly parts: Float32Array[];

  constructor(private readonly sets: readonly ParticleSet[]) {
    let first = 0;
    for (const set of sets) {
      const look = lookOf(set, first);
      first += look.count;
      this.looks.push(look);
    }
    this.states = new Uint8Array(sets.length);
    this.positions = new Float32Array(3 * first);
    this.before = new Float32Array(3 * first);
    this.parts = this.looks.map((look) => this.positions.subarray(3 * look.first, 3 * (look.first + look.count)));
    this.read();
  }

  read(): void {
    for (const [k, set] of this.sets.entries()) {
      if (!set.alive) continue;
      this.states[k] = (set.asleep ? ASLEEP : 0) | (set.frozen ? FROZEN : 0);
      const skin = skinOf(set);
      if (skin) skin.updateSurface(this.parts[k]);
      else this.parts[k].set(set.positions);
    }
  }

  /** Where they were when this was called last. */
  keep(): void {
    this.read();
    this.before.set(this.positions);
  }
  get previous(): Float32Array {
    return this.before;
  }
}

function lookOf(set: ParticleSet, first: number): ParticleLook {
  const skin = skinOf(set);
  const bare = { first, lines: [], loose: NONE, radii: new Float32Array(0), pinned: NONE, pins: [] };
  if (skin) return { ...bare, count: skin.surfaceVertexCount, triangles: skin.surfaceTriangles };
  const { count, positions, triangles } = set;
  const each = Uint32Array.from({ length: count }, (_, k) => k);
  const pinned = each.filter((k) => set.isPinned(k));
  const pins = Array.from(pinned, (k): Vec3 => [positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]]);
  if (triangles.length > 0) return { ...bare, count, triangles, pinned, pins };
  const { lines } = set;
  const inLines = new Set(lines.flatMap((line) => Array.from(line)));
  const loose = each.filter((k) => !inLines.has(k));
  return { first, count, triangles: null, lines, loose, radii: Float32Array.from(set.radii), pinned, pins };
}

const NONE = new Uint32Array(0);
