// The contacts of articulated bodies: how two of them answer together, and how what a bundle does to them runs through their islands before the next one is solved.
import { LANES, real } from 'precision';
import { bundleAt, contactGraph, Group, groupAt } from '../constraint/graph';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { Substep } from '../constraint/substep';
import { islandOfArticulated, RESPONSE } from '../solver/direct/articulated';
import { loadVelocity } from '../solver/direct/load';
import { add6 } from '../solver/direct/matrix';
import { ArticulatedBody, DirectBody } from '../solver/direct/record';
import { crossResponse, currentVelocity, ownResponse, pushArticulated, pushOwn, warmArticulated } from '../solver/direct/response';
import { WorldRecord } from '../world';
import { Meet, meetArticulated } from './impact.kernel';
import { bookArticulated, prepareArticulated, recallArticulated, sweepArticulated } from './articulated.kernel';
import { articulatedLanes, ArticulatedLanes, ContactManifold, isArticulated, MANIFOLD, SIDES } from './contact-bundle.kernel';

const SEXTUPLE: usize = 48;
const A: usize = scratch<f64>(36);
const B: usize = scratch<f64>(36);
const U: usize = scratch<f64>(6);
const V: usize = scratch<f64>(6);
/** From the middle of the contact, in which all is seen: far from it differences of large numbers would be left. To the centre of mass of A, and of B. */
const TO_A: usize = scratch<f64>(3);
const TO_B: usize = scratch<f64>(3);
const NUMBER: usize = sizeof<real>();

/** Addresses in a lane of a bundle: where the bodies are read and written, and their ArticulatedBodies. */
function readsOf(bundle: usize, lane: u32, side: u32): usize {
  return load<u32>(bundle + ((<usize>(side * 4 + lane)) << 2), offsetof<LaneBodies>('readA0'));
}

function writesOf(bundle: usize, lane: u32, side: u32): usize {
  return load<u32>(bundle + ((<usize>(side * 4 + lane)) << 2), offsetof<LaneBodies>('writeA0'));
}

function articulatedAt(lanes: usize, lane: u32, side: u32): ArticulatedBody {
  return changetype<ArticulatedBody>(<usize>load<u32>(lanes + SIDES + ((<usize>(side * 4 + lane)) << 2)));
}

function loadOffsets(bundle: usize, lane: u32): void {
  const at = bundle + MANIFOLD + <usize>lane * NUMBER;
  for (let k: usize = 0; k < 3; k++) {
    const toA = -(<f64>load<real>(at + (k << 4), offsetof<ContactManifold<v128>>('centerAx')));
    store<f64>(TO_A + (k << 3), toA);
    store<f64>(TO_B + (k << 3), toA + <f64>load<real>(at + (k << 4), offsetof<ContactManifold<v128>>('offsetx')));
  }
}

/** The motion of a body in the middle of the contact, from that at the end of `offset`: v + offset x w, in columns `stride` apart. */
function shift(offset: usize, motion: usize, stride: usize): void {
  const x = load<f64>(offset);
  const y = load<f64>(offset, 8);
  const z = load<f64>(offset, 16);
  const wx = load<f64>(motion + 3 * stride);
  const wy = load<f64>(motion + 4 * stride);
  const wz = load<f64>(motion + 5 * stride);
  store<f64>(motion, load<f64>(motion) + y * wz - z * wy);
  store<f64>(motion + stride, load<f64>(motion + stride) + z * wx - x * wz);
  store<f64>(motion + 2 * stride, load<f64>(motion + 2 * stride) + x * wy - y * wx);
}

function responseOf(one: ArticulatedBody, solver: usize, to: usize): void {
  if (changetype<usize>(one)) memory.copy(to, changetype<usize>(one) + RESPONSE, 6 * SEXTUPLE);
  else ownResponse(solver, to);
}

/** n I n of a symmetric matrix. */
function turning(n: usize, xx: f64, yy: f64, zz: f64, xy: f64, xz: f64, yz: f64): f64 {
  const x = <f64>load<real>(n);
  const y = <f64>load<real>(n, 16);
  const z = <f64>load<real>(n, 32);
  return x * (x * xx + 2 * (y * xy + z * xz)) + y * (y * yy + 2 * z * yz) + z * z * zz;
}

/** What rows do not fall short of for one side: what no joint holds parts by itself, and what does not move says nothing. `whole`: of the island, or its square. */
function leastOf(one: ArticulatedBody, inverse: f64, whole: f64): f64 {
  if (inverse <= 0) return Infinity;
  return changetype<usize>(one) ? whole * inverse : 0;
}

function leastAlong(one: ArticulatedBody, own: usize, axis: usize): f64 {
  if (!changetype<usize>(one)) return leastOf(one, load<f64>(own + axis * (SEXTUPLE + 8)), 0);
  return leastOf(one, load<f64>(<usize>one.body + (axis << 3), offsetof<DirectBody>('mass0')), one.share);
}

function leastAbout(one: ArticulatedBody, own: usize, n: usize): f64 {
  const at = own + 3 * SEXTUPLE + 24;
  if (!changetype<usize>(one)) return leastOf(one, load<f64>(at) + load<f64>(at + SEXTUPLE, 8) + load<f64>(at + 2 * SEXTUPLE, 16), 0);
  const body = changetype<DirectBody>(<usize>one.body);
  return leastOf(one, turning(n, body.xx, body.yy, body.zz, body.xy, body.xz, body.yz), one.share * one.share);
}

/** Before the responses of both are seen from the middle of the contact. */
function storeLeast(bundle: usize, lanes: usize, lane: u32, a: ArticulatedBody, b: ArticulatedBody): void {
  const to = lanes + <usize>lane * NUMBER;
  for (let k: usize = 0; k < 3; k++)
    store<real>(to + (k << 4), <real>finite(min(leastAlong(a, A, k), leastAlong(b, B, k))), offsetof<ArticulatedLanes<v128>>('leastx'));
  const n = bundle + MANIFOLD + <usize>lane * NUMBER + offsetof<ContactManifold<v128>>('normalx');
  store<real>(to, <real>finite(min(leastAbout(a, A, n), leastAbout(b, B, n))), offsetof<ArticulatedLanes<v128>>('leastTurning'));
}

function finite(x: f64): f64 {
  return x < Infinity ? x : 0;
}

/** K of a lane. */
function relate(bundle: usize, lanes: usize, lane: u32): void {
  const a = articulatedAt(lanes, lane, 0);
  const b = articulatedAt(lanes, lane, 1);
  loadOffsets(bundle, lane);
  responseOf(a, readsOf(bundle, lane, 0), A);
  responseOf(b, readsOf(bundle, lane, 1), B);
  storeLeast(bundle, lanes, lane, a, b);
  for (let k: usize = 0; k < 6; k++) {
    shift(TO_A, A + (k << 3), SEXTUPLE);
    shift(TO_B, B + (k << 3), SEXTUPLE);
  }
  for (let k: usize = 0; k < 6; k++) {
    shift(TO_A, A + k * SEXTUPLE, 8);
    shift(TO_B, B + k * SEXTUPLE, 8);
  }
  for (let k: usize = 0; k < 6; k++) add6(A + k * SEXTUPLE, 1, B + k * SEXTUPLE);
  if (changetype<usize>(a) && changetype<usize>(b) && islandOfArticulated(a) == islandOfArticulated(b)) {
    // What pushes one body of an island moves the other.
    const crossed = crossResponse(a, b);
    for (let k: usize = 0; k < 6; k++) shift(TO_A, crossed + (k << 3), SEXTUPLE);
    for (let k: usize = 0; k < 6; k++) shift(TO_B, crossed + k * SEXTUPLE, 8);
    for (let r: usize = 0; r < 6; r++) {
      for (let c: usize = 0; c < 6; c++) {
        const at = A + r * SEXTUPLE + (c << 3);
        store<f64>(at, load<f64>(at) - load<f64>(crossed + r * SEXTUPLE + (c << 3)) - load<f64>(crossed + c * SEXTUPLE + (r << 3)));
      }
    }
  }
  const to = lanes + <usize>lane * NUMBER;
  storeResponse(to);
}

/** Six of the block of a symmetric matrix that begins at a row and column. */
function storeSymmetric(to: usize, first: usize): void {
  const from = A + first * SEXTUPLE + (first << 3);
  store<real>(to, <real>load<f64>(from));
  store<real>(to + 16, <real>load<f64>(from + SEXTUPLE, 8));
  store<real>(to + 32, <real>load<f64>(from + 2 * SEXTUPLE, 16));
  store<real>(to + 48, <real>load<f64>(from, 8));
  store<real>(to + 64, <real>load<f64>(from, 16));
  store<real>(to + 80, <real>load<f64>(from + SEXTUPLE, 16));
}

function storeResponse(to: usize): void {
  storeSymmetric(to + offsetof<ArticulatedLanes<v128>>('linearxx'), 0);
  storeSymmetric(to + offsetof<ArticulatedLanes<v128>>('angularxx'), 3);
  for (let r: usize = 0; r < 3; r++)
    for (let c: usize = 0; c < 3; c++)
      store<real>(
        to + ((3 * r + c) << 4),
        <real>load<f64>(A + r * SEXTUPLE + ((3 + c) << 3)),
        offsetof<ArticulatedLanes<v128>>('mixedm00'),
      );
}

/** `pushed`: contacts have pushed the islands since their bodies' velocities were written. */
function velocityOf(one: ArticulatedBody, solver: usize, to: usize, pushed: bool): void {
  if (pushed && changetype<usize>(one)) currentVelocity(one, to);
  else loadVelocity(solver, to);
}

/** The velocity of B against A that a lane has now. */
function readLane(bundle: usize, lanes: usize, lane: u32, pushed: bool): void {
  velocityOf(articulatedAt(lanes, lane, 0), readsOf(bundle, lane, 0), U, pushed);
  velocityOf(articulatedAt(lanes, lane, 1), readsOf(bundle, lane, 1), V, pushed);
  loadOffsets(bundle, lane);
  shift(TO_A, U, 8);
  shift(TO_B, V, 8);
  const to = lanes + <usize>lane * NUMBER;
  for (let k: usize = 0; k < 6; k++)
    store<real>(to + (k << 4), <real>(load<f64>(V + (k << 3)) - load<f64>(U + (k << 3))), offsetof<ArticulatedLanes<v128>>('velocityx'));
}

/** An impulse about a centre of mass, from that about the middle of the contact: T - offset x F. */
function turnAbout(offset: usize, impulse: usize): void {
  const x = load<f64>(offset);
  const y = load<f64>(offset, 8);
  const z = load<f64>(offset, 16);
  const fx = load<f64>(impulse);
  const fy = load<f64>(impulse, 8);
  const fz = load<f64>(impulse, 16);
  store<f64>(impulse, load<f64>(impulse, 24) - (y * fz - z * fy), 24);
  store<f64>(impulse, load<f64>(impulse, 32) - (z * fx - x * fz), 32);
  store<f64>(impulse, load<f64>(impulse, 40) - (x * fy - y * fx), 40);
}

/** What a bundle's push is for. */
const enum Push {
  Lasts,
  /** What it did in the last substep, which islands that are about to be solved take up with their joints. */
  Warms,
  /** Islands feel it for a moment, and nothing else does. */
  Tries,
}

/** What the bundle does to the bodies of a lane. */
function pushLane(bundle: usize, lanes: usize, lane: u32, push: Push): void {
  const from = lanes + <usize>lane * NUMBER;
  let size: f64 = 0;
  for (let k: usize = 0; k < 6; k++) {
    const x = <f64>load<real>(from + (k << 4), offsetof<ArticulatedLanes<v128>>('forcex'));
    store<f64>(U + (k << 3), -x);
    store<f64>(V + (k << 3), x);
    size += x * x;
  }
  if (size == 0) return;
  loadOffsets(bundle, lane);
  turnAbout(TO_A, U);
  turnAbout(TO_B, V);
  pushBody(articulatedAt(lanes, lane, 0), readsOf(bundle, lane, 0), writesOf(bundle, lane, 0), U, push);
  pushBody(articulatedAt(lanes, lane, 1), readsOf(bundle, lane, 1), writesOf(bundle, lane, 1), V, push);
}

function pushBody(one: ArticulatedBody, solver: usize, to: usize, impulse: usize, push: Push): void {
  if (changetype<usize>(one)) {
    if (push == Push.Warms) warmArticulated(one, impulse);
    else pushArticulated(one, impulse);
  } else if (push != Push.Tries) pushOwn(solver, to, impulse);
}

function isUsed(lanes: usize, lane: u32): bool {
  return changetype<usize>(articulatedAt(lanes, lane, 0)) != 0 || changetype<usize>(articulatedAt(lanes, lane, 1)) != 0;
}

function readBundle(bundle: usize, lanes: usize, pushed: bool): void {
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) if (isUsed(lanes, lane)) readLane(bundle, lanes, lane, pushed);
}

function pushBundle(bundle: usize, lanes: usize, push: Push): void {
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) if (isUsed(lanes, lane)) pushLane(bundle, lanes, lane, push);
}

/** Effective masses of all contacts of articulated bodies. */
export function prepareAllArticulated(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!isArticulated(group.kind)) continue;
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      const lanes = articulatedLanes(bundle, group.kind);
      for (let lane: u32 = 0; lane < <u32>LANES; lane++) if (isUsed(lanes, lane)) relate(bundle, lanes, lane);
      prepareArticulated(bundle, lanes);
    }
  }
}

export function sweepAllArticulated(world: WorldRecord, step: Substep, biased: bool): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, biased ? g : graph.groupCount - 1 - g);
    if (isArticulated(group.kind)) sweepGroup(group, step, biased);
  }
}

function sweepGroup(group: Group, step: Substep, biased: bool): void {
  for (let k: u32 = 0; k < group.count; k++) {
    const bundle = bundleAt(group, biased ? k : group.count - 1 - k);
    const lanes = articulatedLanes(bundle, group.kind);
    readBundle(bundle, lanes, true);
    sweepArticulated(bundle, lanes, step, biased);
    pushBundle(bundle, lanes, Push.Lasts);
  }
}

export function bookAllArticulated(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (isArticulated(group.kind)) for (let k: u32 = 0; k < group.count; k++) bookArticulated(bundleAt(group, k));
  }
}

/** Impulses of the last substep. Bodies of islands that are solved directly do not get them at once: alone, they would fly away. */
export function warmAllArticulated(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!isArticulated(group.kind)) continue;
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      const lanes = articulatedLanes(bundle, group.kind);
      recallArticulated(bundle, lanes);
      pushBundle(bundle, lanes, Push.Warms);
    }
  }
}

/** One sweep over the impacts of articulated bodies; whether something met. */
export function meetAllArticulated(world: WorldRecord, step: Substep, meet: Meet): bool {
  const graph = contactGraph(world);
  let met = false;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!group.bouncy || !isArticulated(group.kind)) continue;
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      const lanes = articulatedLanes(bundle, group.kind);
      readBundle(bundle, lanes, meet != Meet.Looks);
      if (!meetArticulated(bundle, lanes, step, meet)) continue;
      met = true;
      if (meet == Meet.Looks) return true;
      pushBundle(bundle, lanes, meet == Meet.Tries ? Push.Tries : Push.Lasts);
    }
  }
  return met;
}
