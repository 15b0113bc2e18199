// Fifteen pendulums, each a little shorter than the one before: they drift out of step, and meet again after 30 s.
import { DistanceJoint, Sphere, World } from 'holonomic';
import { FixedStep, geometryOf, poseInstances } from 'holonomic/three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  HemisphereLight,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';

const COUNT = 15;
const MEET = 30; // s
const GRAVITY = 9.81; // m/s²

const world = await World.create({ gravity: [0, -GRAVITY, 0] });
const shape = new Sphere(0.06);
const bobs = Array.from({ length: COUNT }, (_, k) => {
  const period = MEET / (20 + k);
  const length = GRAVITY * (period / (2 * Math.PI)) ** 2;
  const [y, z] = [-length * Math.cos(0.3), length * Math.sin(0.3)];
  const bob = world.addBody({ shape, density: 7800, position: [0.16 * k, y, z], collides: false });
  world.addJoint(new DistanceJoint({ b: bob, anchorA: [0.16 * k, 0, 0], anchorB: [0, 0, 0], length }));
  return bob;
});

const renderer = new WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(45, 1, 0.1, 100);
camera.position.set(3.6, 0.2, 1.8);
camera.lookAt(1.1, -0.3, 0);
const resize = () => {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
};
addEventListener('resize', resize);
resize();

const scene = new Scene().add(new HemisphereLight('white', 'gray', 3));
scene.background = new Color('lightsteelblue');
const balls = new InstancedMesh(geometryOf(shape), new MeshStandardMaterial({ color: 'firebrick' }), COUNT);
const threads = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6 * COUNT), 3));
const lines = new LineSegments(threads, new LineBasicMaterial({ color: 'black' }));
lines.frustumCulled = false;
scene.add(balls, lines);

const output = document.querySelector('output');
const stepper = new FixedStep(world);
let last = performance.now();
renderer.setAnimationLoop((now) => {
  stepper.advance(Math.max(now - last, 0) / 1000);
  last = now;
  poseInstances(balls, bobs, stepper);
  const ends = threads.getAttribute('position');
  bobs.forEach((bob, k) => {
    ends.setXYZ(2 * k, 0.16 * k, 0, 0);
    ends.setXYZ(2 * k + 1, ...bob.position);
  });
  ends.needsUpdate = true;
  renderer.render(scene, camera);
  const stretch = Math.max(...Array.from(world.joints, (joint) => joint.positionError));
  output.textContent = `${COUNT} pendulums, ${world.time.toFixed(1)} s, stretched by ${(1e6 * stretch).toFixed(1)} µm at most`;
});
