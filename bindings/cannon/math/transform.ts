import { Quaternion } from './quaternion.ts';
import { Vec3 } from './vec3.ts';

export type TransformOptions = ConstructorParameters<typeof Transform>[0];

/** A pose: points and directions go to its frame and back. */
export class Transform {
  declare position: Vec3;
  declare quaternion: Quaternion;

  constructor(options?: { position?: Vec3; quaternion?: Quaternion }) {
    this.position = new Vec3();
    this.quaternion = new Quaternion();
    if (options?.position) this.position.copy(options.position);
    if (options?.quaternion) this.quaternion.copy(options.quaternion);
  }

  pointToLocal(worldPoint: Vec3, result?: Vec3): Vec3 {
    return Transform.pointToLocalFrame(this.position, this.quaternion, worldPoint, result);
  }
  pointToWorld(localPoint: Vec3, result?: Vec3): Vec3 {
    return Transform.pointToWorldFrame(this.position, this.quaternion, localPoint, result);
  }
  vectorToWorldFrame(localVector: Vec3, result?: Vec3): Vec3 {
    result ??= new Vec3();
    return this.quaternion.vmult(localVector, result);
  }

  static pointToLocalFrame(position: Vec3, quaternion: Quaternion, worldPoint: Vec3, result?: Vec3): Vec3 {
    result ??= new Vec3();
    worldPoint.vsub(position, result);
    return quaternion.conjugate().vmult(result, result);
  }
  static pointToWorldFrame(position: Vec3, quaternion: Quaternion, localPoint: Vec3, result?: Vec3): Vec3 {
    result ??= new Vec3();
    quaternion.vmult(localPoint, result);
    result.vadd(position, result);
    return result;
  }
  static vectorToWorldFrame(quaternion: Quaternion, localVector: Vec3, result?: Vec3): Vec3 {
    result ??= new Vec3();
    return quaternion.vmult(localVector, result);
  }
  static vectorToLocalFrame(_position: Vec3, quaternion: Quaternion, worldVector: Vec3, result?: Vec3): Vec3 {
    result ??= new Vec3();
    return quaternion.conjugate().vmult(worldVector, result);
  }
}
