import { Vec3 } from './math/vec3.ts';
import { unsupported } from './unsupported.ts';

// biome-ignore lint/suspicious/noExplicitAny: pools hold whatever their class makes
type Pooled = any;

/** Objects that are used again. */
export class Pool {
  declare objects: Pooled[];
  declare type: Pooled;

  constructor() {
    this.objects = [];
    this.type = Object;
  }

  release(...args: Pooled[]): Pool {
    this.objects.push(...args);
    return this;
  }
  get(): Pooled {
    return this.objects.length === 0 ? this.constructObject() : this.objects.pop();
  }
  constructObject(): void {
    unsupported('Pool.constructObject', 'extend Pool with a class that has this method');
  }
  resize(size: number): Pool {
    const { objects } = this;
    while (objects.length > size) objects.pop();
    while (objects.length < size) objects.push(this.constructObject());
    return this;
  }
}

export class Vec3Pool extends Pool {
  declare type: typeof Vec3;

  constructor() {
    super();
    this.type = Vec3;
  }

  override constructObject(): Vec3 {
    return new Vec3();
  }
}
