// The kernels of particles: a module with a memory of its own, in which reference/particle keeps what it works on.
import { real } from 'precision';
import {
  applyAttachments as applyRun,
  attachmentBytes as bytesOfAttachment,
  gatherAttachments as gatherRun,
} from './particle/attachment.kernel';
import { bendBytes as bendBundleBytes, solveBends } from './particle/bend.kernel';
import {
  clusterBytes as clusterBundleBytes,
  clusterPointBytes as clusterPointBundleBytes,
  clusterWorkBytes as clusterWorkBundleBytes,
  packClusters as packAllClusters,
  solveClusters,
} from './particle/cluster.kernel';
import {
  distanceBytes as distanceBundleBytes,
  harvest as harvestAll,
  packDistances as packAllDistances,
  solveDistances,
} from './particle/distance.kernel';
import { linkBytes as linkBundleBytes, rowBytes as linkRowBytes, solveLines } from './particle/line.kernel';
import { lineBendBytes as bytesOfLineBends, solveLineBends } from './particle/line-bend.kernel';
import { elementBytes as elementBundleBytes, solveElements } from './particle/element.kernel';
import { packCorners as packAllCorners } from './particle/four-corners.kernel';
import { finish as finishAll, predict as predictAll } from './particle/motion';
import {
  bounceStill as bounceAllStill,
  scanStill as scanAllStill,
  solveStill as solveAllStill,
  stillBytes as stillBundleBytes,
} from './particle/still-contact.kernel';
import { StillBody, stillBodyBytes as bytesOfStillBody, StillParticles } from './particle/still-body';
import { enterStill as enterOneStill } from './particle/still-entry.kernel';
import { solveTetrahedra, tetrahedronBytes as tetrahedronBundleBytes } from './particle/tetrahedron.kernel';
import { solveVolumes, volumeBytes as bytesOfVolume } from './particle/volume.kernel';

export function distanceBytes(): usize {
  return distanceBundleBytes();
}
export function linkBytes(): usize {
  return linkBundleBytes();
}
export function rowBytes(): usize {
  return linkRowBytes();
}
export function lineBendBytes(count: u32): usize {
  return bytesOfLineBends(count);
}
export function bendBytes(): usize {
  return bendBundleBytes();
}
export function tetrahedronBytes(): usize {
  return tetrahedronBundleBytes();
}

export function clusterBytes(): usize {
  return clusterBundleBytes();
}
export function clusterPointBytes(): usize {
  return clusterPointBundleBytes();
}
export function clusterWorkBytes(): usize {
  return clusterWorkBundleBytes();
}

export function elementBytes(): usize {
  return elementBundleBytes();
}

export { encloseRows as enclose, measureSpeeds as speeds, readRows as read, writeRows as write } from './particle/rows';

export function predict(displacements: usize, before: usize, velocities: usize, count: u32, h: f64, keep: f64, gravity: usize): void {
  predictAll(displacements, before, velocities, count, <real>h, <real>keep, gravity);
}

export function finish(displacements: usize, before: usize, velocities: usize, count: u32, h: f64): void {
  finishAll(displacements, before, velocities, count, <real>(1 / h));
}

/** `before`: from a displacement to that at the start of the substep, bytes. */
export function distances(bundles: usize, count: u32, before: usize, h: f64, first: bool, damped: bool): void {
  solveDistances<v128>(bundles, count, before, <real>h, first, damped);
}

/** `rows`: room for as many rows, of `rowBytes` each, as a line has links. */
export function lines(links: usize, count: u32, rows: usize, before: usize, first: bool, damped: bool): void {
  solveLines<v128>(links, count, rows, before, first, damped);
}

export function lineBends(links: usize, count: u32, bends: usize, rows: usize, before: usize, first: bool, damped: bool): void {
  solveLineBends<v128>(links, linkBundleBytes(), count, bends, rows, before, first, damped);
}

export function bends(bundles: usize, count: u32, before: usize, first: bool, damped: bool): void {
  solveBends<v128>(bundles, count, before, first, damped);
}

export function tetrahedra(bundles: usize, count: u32, before: usize, first: bool, damped: bool): void {
  solveTetrahedra<v128>(bundles, count, before, first, damped);
}

/** `work`: room for the points of the largest cluster. */
export function clusters(bundles: usize, count: u32, work: usize): void {
  solveClusters<v128>(bundles, count, work);
}

export function attachmentBytes(): usize {
  return bytesOfAttachment();
}
/** `run`: attachments of one body. */
export function gatherAttachments(
  run: usize,
  count: u32,
  body: usize,
  starts: usize,
  displacements: usize,
  before: usize,
  h: f64,
  first: bool,
): void {
  gatherRun(run, count, body, starts, displacements, before, h, first);
}
export function applyAttachments(run: usize, count: u32, body: usize): void {
  applyRun(run, count, body);
}

export function elements(bundles: usize, count: u32, before: usize, first: bool, damped: bool): void {
  solveElements<v128>(bundles, count, before, first, damped);
}

/** `starts`: four f64 a particle; `displacements`: address of the first displacement. `size`: bytes of a bundle. */
export function packDistances(bundles: usize, size: usize, count: u32, starts: usize, displacements: usize): void {
  packAllDistances<v128>(bundles, size, count, starts, displacements);
}

/** Of bends, tetrahedra and elements. */
export function packCorners(bundles: usize, size: usize, count: u32, starts: usize, displacements: usize): void {
  packAllCorners(bundles, size, count, starts, displacements);
}

export function packClusters(bundles: usize, count: u32, starts: usize, displacements: usize): void {
  packAllClusters(bundles, count, starts, displacements);
}

export function harvest(bundles: usize, size: usize, count: u32, at: usize, substeps: f64, out: usize, keeps: bool): void {
  harvestAll(bundles, size, count, at, <real>substeps, out, keeps);
}

export function stillBytes(): usize {
  return stillBundleBytes();
}

export function stillBodyBytes(): usize {
  return bytesOfStillBody();
}

/** `particles`: address of a StillParticles. Returns how many bundles there are then, or 0xffffffff where `room` are too few. */
export function enterStill(bundles: usize, count: u32, room: u32, body: usize, particles: usize, anyHeld: bool): u32 {
  return enterOneStill(bundles, count, room, changetype<StillBody>(body), changetype<StillParticles>(particles), anyHeld);
}

/**
 * `push`: m that an overlap gets smaller by in a substep. `velocities`: from a displacement to its velocity, bytes. Returns how many bundles have a body
 * whose surface has to be looked for outside.
 */
export function scanStill(bundles: usize, count: u32, particles: usize, before: usize, velocities: usize, push: f64): u32 {
  return scanAllStill<v128>(bundles, count, changetype<StillParticles>(particles), before, velocities, push);
}

export function solveStill(bundles: usize, count: u32, before: usize): void {
  solveAllStill<v128>(bundles, count, before);
}

export function bounceStill(bundles: usize, count: u32, velocities: usize, slowest: f64): void {
  bounceAllStill<v128>(bundles, count, velocities, <real>slowest);
}

export function volumeBytes(): usize {
  return bytesOfVolume();
}

export function volumes(list: usize, count: u32, starts: usize, displacements: usize, before: usize, h: f64, first: bool): void {
  solveVolumes(list, count, starts, displacements, before, h, first);
}
