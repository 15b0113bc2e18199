// Where the module of Box3D is, which is not on npm.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BESIDE_THE_REPOSITORY = fileURLToPath(new URL('../../../shared/peers/box3d', import.meta.url));
export const MODULE = 'box3d.mjs';

/** The module, if it is there; BOX3D names its folder. */
export function findBox3D(): string | undefined {
  const file = path.join(process.env.BOX3D ?? BESIDE_THE_REPOSITORY, MODULE);
  return existsSync(file) ? file : undefined;
}
