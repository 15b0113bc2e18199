import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vec3.ts';
import { halfStep } from './spring.ts';

/** Keeps what two particles exchange by viscosity finite where there is little of them. */
const LEAST_DENSITIES = 1e-4;

/** A fluid of particles by smoothed hydrodynamics (Müller, Charypar, Gross 2003): a subsystem of a world, which adds forces to bodies. */
export class SPHSystem {
  declare particles: Body[];
  /** kg/m³ at rest. */
  declare density: number;
  /** m: particles farther apart do not feel each other. */
  declare smoothingRadius: number;
  declare speedOfSound: number;
  declare viscosity: number;
  declare eps: number;
  declare pressures: number[];
  declare densities: number[];
  declare neighbors: Body[][];

  constructor() {
    this.particles = [];
    this.density = 1;
    this.smoothingRadius = 1;
    this.speedOfSound = 1;
    this.viscosity = 0.01;
    this.eps = 1e-6;
    this.pressures = [];
    this.densities = [];
    this.neighbors = [];
  }

  add(particle: Body): void {
    this.particles.push(particle);
    if (this.neighbors.length < this.particles.length) this.neighbors.push([]);
  }
  remove(particle: Body): void {
    const index = this.particles.indexOf(particle);
    if (index < 0) return;
    this.particles.splice(index, 1);
    if (this.neighbors.length > this.particles.length) this.neighbors.pop();
  }
  /** Adds the other particles within the smoothing radius to a list. */
  getNeighbors(particle: Body, neighbors: Body[]): void {
    const reach = this.smoothingRadius * this.smoothingRadius;
    for (const other of this.particles)
      if (other !== particle && other.position.distanceSquared(particle.position) < reach) neighbors.push(other);
  }

  /** Adds the forces of pressure and of viscosity; in a world, of where the particles will be in the middle of the step, as with springs. */
  update(): void {
    const { particles, neighbors, densities, pressures, viscosity, eps } = this;
    const indices = new Map(particles.map((particle, index) => [particle, index]));
    const half = halfStep(particles[0]?.world ?? null);
    const places = particles.map(({ position, velocity }) => position.addScaledVector(half, velocity));
    for (const [i, particle] of particles.entries()) {
      neighbors[i].length = 0;
      this.getNeighbors(particle, neighbors[i]);
      neighbors[i].push(particle);
    }
    for (const i of particles.keys()) {
      densities[i] = neighbors[i].reduce((sum, other) => sum + other.mass * this.w(places[i].distanceTo(places[indices.get(other)!])), 0);
      pressures[i] = this.speedOfSound * this.speedOfSound * (densities[i] - this.density);
    }
    const [push, slope, drag] = [new Vec3(), new Vec3(), new Vec3()];
    for (const [i, particle] of particles.entries()) {
      push.setZero();
      for (const other of neighbors[i]) {
        const j = indices.get(other)!;
        const apart = places[i].vsub(places[j]);
        const pressure = pressures[i] / (densities[i] * densities[i] + eps) + pressures[j] / (densities[j] * densities[j] + eps);
        this.gradw(apart, slope);
        push.addScaledVector(-other.mass * pressure, slope, push); // pulls where density is above that at rest, as in cannon-es
        other.velocity.vsub(particle.velocity, drag);
        const share = (other.mass * viscosity * this.nablaw(apart.length())) / (LEAST_DENSITIES + densities[i] * densities[j]);
        push.addScaledVector(share, drag, push);
      }
      particle.force.addScaledVector(particle.mass, push, particle.force);
    }
  }

  /** The kernel at a distance, 1/m³. */
  w(r: number): number {
    const rest = this.smoothingRadius * this.smoothingRadius - r * r;
    return (315 / (64 * Math.PI * ninthPower(this.smoothingRadius))) * rest * rest * rest;
  }
  /** Against its gradient. */
  gradw(rVec: Vec3, resultVec: Vec3): void {
    const rest = this.smoothingRadius * this.smoothingRadius - rVec.lengthSquared();
    rVec.scale((945 / (32 * Math.PI * ninthPower(this.smoothingRadius))) * rest * rest, resultVec);
  }
  /** Its Laplacian. */
  nablaw(r: number): number {
    const h2 = this.smoothingRadius * this.smoothingRadius;
    return (945 / (32 * Math.PI * ninthPower(this.smoothingRadius))) * (h2 - r * r) * (7 * r * r - 3 * h2);
  }
}

function ninthPower(h: number): number {
  const cube = h * h * h;
  return cube * cube * cube;
}
