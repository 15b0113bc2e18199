/** Velocity and angular velocity after the impulse p at the arm r (Mueller et al., eq 33). */
export function applyImpulse<T>(
  p: vec3<T>, r: vec3<T>, velocity: vec3<T>, angularVelocity: vec3<T>, inverseMass: vec3<T>, inverseInertia: sym3<T>,
): [vec3<T>, vec3<T>] {
  return [velocity + inverseMass * p, angularVelocity + inverseInertia * cross(r, p)];
}
