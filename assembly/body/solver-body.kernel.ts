import { LANES, real } from 'precision';

// What bundles gather from and scatter to: six rows of four numbers a body, one body after the other.
//
//   0  velocity x y z               inverse mass along z
//   1  angular velocity x y z       0
//   2  displacement since the start of the step x y z   0
//   3  rotation since the start of the step, quaternion
//   4  inverse inertia xx yy zz     inverse mass along x
//   5  inverse inertia xy xz yz     inverse mass along y
//
// Rows 0 and 1 change while joints are solved, 2 and 3 once a substep, 4 and 5 with the orientation. The inverse mass has three
// entries because translation can be locked along single axes.

export const ROW: usize = 4 * sizeof<real>();
export const SOLVER_BODY: usize = 6 * ROW;
export const VELOCITY: usize = 0;
export const ANGULAR_VELOCITY: usize = ROW;
export const DISPLACEMENT: usize = 2 * ROW;
export const TURN: usize = 3 * ROW;
export const INERTIA: usize = 4 * ROW;
export const PRODUCTS: usize = 5 * ROW;

/** Three numbers of a body, from the beginning of a row. */
export function vectorAt(body: usize, row: usize): vec3<real> {
  return vec3<real>(load<real>(body + row), load<real>(body + row, sizeof<real>()), load<real>(body + row, 2 * sizeof<real>()));
}

/** One row of LANES bodies, given by their addresses, as four lanes. */
export function gatherRow<T>(p0: usize, p1: usize, p2: usize, p3: usize, row: usize): [lane<T>, lane<T>, lane<T>, lane<T>] {
  let x: lane<T>;
  let y: lane<T>;
  let z: lane<T>;
  let w: lane<T>;
  if (LANES == 4) {
    const r0 = v128.load(p0 + row);
    const r1 = v128.load(p1 + row);
    const r2 = v128.load(p2 + row);
    const r3 = v128.load(p3 + row);
    const xy01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5);
    const xy23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
    const zw01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
    const zw23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
    x = v128.shuffle<f64>(xy01, xy23, 0, 2);
    y = v128.shuffle<f64>(xy01, xy23, 1, 3);
    z = v128.shuffle<f64>(zw01, zw23, 0, 2);
    w = v128.shuffle<f64>(zw01, zw23, 1, 3);
  } else {
    const xy0 = v128.load(p0 + row);
    const xy1 = v128.load(p1 + row);
    const zw0 = v128.load(p0 + row, 16);
    const zw1 = v128.load(p1 + row, 16);
    x = v128.shuffle<f64>(xy0, xy1, 0, 2);
    y = v128.shuffle<f64>(xy0, xy1, 1, 3);
    z = v128.shuffle<f64>(zw0, zw1, 0, 2);
    w = v128.shuffle<f64>(zw0, zw1, 1, 3);
  }
  return [x, y, z, w];
}

/** The reverse of gatherRow. */
export function scatterRow<T>(p0: usize, p1: usize, p2: usize, p3: usize, row: usize, x: lane<T>, y: lane<T>, z: lane<T>, w: lane<T>): void {
  if (LANES == 4) {
    const xy01 = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const xy23 = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const zw01 = v128.shuffle<f32>(z, w, 0, 4, 1, 5);
    const zw23 = v128.shuffle<f32>(z, w, 2, 6, 3, 7);
    v128.store(p0 + row, v128.shuffle<f64>(xy01, zw01, 0, 2));
    v128.store(p1 + row, v128.shuffle<f64>(xy01, zw01, 1, 3));
    v128.store(p2 + row, v128.shuffle<f64>(xy23, zw23, 0, 2));
    v128.store(p3 + row, v128.shuffle<f64>(xy23, zw23, 1, 3));
  } else {
    v128.store(p0 + row, v128.shuffle<f64>(x, y, 0, 2));
    v128.store(p0 + row, v128.shuffle<f64>(z, w, 0, 2), 16);
    v128.store(p1 + row, v128.shuffle<f64>(x, y, 1, 3));
    v128.store(p1 + row, v128.shuffle<f64>(z, w, 1, 3), 16);
  }
}
