// One demo under two packages, side by side: time and error of each, and bodies that can be dragged in both.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { DEMOS, start } from './demos.mjs';

const STEP = 1 / 60;
/** Steps from one line of numbers to the next. */
const REPORT = 30;
/** Steps whose median time is shown. */
const MEASURED = 120;
const COLORS = {
  light: { back: '#dfe3e8', still: '#aab0b7' },
  dark: { back: '#23262b', still: '#4a4f57' },
  moving: ['#e8743b', '#e9a23b', '#d9583f', '#e3b98a'],
  wheel: '#33373d',
};

function geometryOf(shape) {
  if (shape.halfExtents) return new THREE.BoxGeometry(...shape.halfExtents.scale(2).toArray());
  if (shape.radius) return new THREE.SphereGeometry(shape.radius, 24, 12);
  if (!shape.data) return shape.worldNormal ? new THREE.PlaneGeometry(400, 400) : new THREE.SphereGeometry(0.05, 8, 6);
  const side = shape.data.length;
  const points = shape.data.flatMap((column, i) => column.map((height, j) => [i * shape.elementSize, j * shape.elementSize, height]));
  const index = [];
  for (let i = 0; i + 1 < side; i++)
    for (let j = 0; j + 1 < side; j++)
      index.push(
        ...[i * side + j, (i + 1) * side + j, i * side + j + 1],
        ...[(i + 1) * side + j, (i + 1) * side + j + 1, i * side + j + 1],
      );
  const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(points.flat(), 3)).setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

function lights() {
  const sun = new THREE.DirectionalLight('white', 2.5);
  sun.position.set(5, 12, 7);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.bias = -0.0005;
  const { camera } = sun.shadow;
  for (const side of ['right', 'top']) camera[side] = 14;
  for (const side of ['left', 'bottom']) camera[side] = -14;
  return [sun, new THREE.HemisphereLight('white', '#888077', 1.4)];
}

/** One package's world and its picture. */
class Pane {
  constructor(C, name) {
    this.C = C;
    Object.assign(this, start(C, name));
    this.times = [];
    this.scene = new THREE.Scene().add(...lights());
    this.scene.background = new THREE.Color();
    this.scene.fog = new THREE.Fog('white', 30, 120);
    this.drawn = this.world.bodies.flatMap((body, k) => {
      const color = body.mass > 0 ? COLORS.moving[k % COLORS.moving.length] : COLORS.light.still;
      return body.shapes.map((shape) => this.draw(geometryOf(shape), { color, wireframe: body.isTrigger }, body));
    });
    this.wheels = (this.vehicle?.wheelInfos ?? []).map(({ radius }) =>
      this.draw(new THREE.CylinderGeometry(radius, radius, 0.3, 24).rotateX(Math.PI / 2), { color: COLORS.wheel, flatShading: true }),
    );
  }

  draw(geometry, look, body = null) {
    const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial(look));
    mesh.userData.body = body;
    mesh.castShadow = !look.wireframe && geometry.type !== 'PlaneGeometry';
    mesh.receiveShadow = true;
    this.scene.add(mesh);
    return mesh;
  }

  setTheme(theme) {
    this.scene.background.set(COLORS[theme].back);
    this.scene.fog.color.set(COLORS[theme].back);
    for (const { material, userData } of this.drawn) if (userData.body.mass === 0) material.color.set(COLORS[theme].still);
  }

  step() {
    const began = performance.now();
    this.world.step(STEP);
    this.times.unshift(performance.now() - began);
    this.times.length = Math.min(this.times.length, MEASURED);
  }

  update() {
    for (const mesh of this.drawn) {
      mesh.position.copy(mesh.userData.body.position);
      mesh.quaternion.copy(mesh.userData.body.quaternion);
    }
    for (const [k, mesh] of this.wheels.entries()) {
      this.vehicle.updateWheelTransform(k);
      const { position, quaternion } = this.vehicle.wheelInfos[k].worldTransform;
      mesh.position.copy(position);
      mesh.quaternion.copy(quaternion);
    }
  }

  /** m: how far the points are apart that a constraint is to hold together, at most; null without such constraints. */
  get opening() {
    const held = this.world.constraints.filter((each) => each.pivotA && each.pivotB && each !== this.hold);
    const gaps = held.map(({ bodyA, bodyB, pivotA, pivotB }) =>
      bodyA.pointToWorldFrame(pivotA).distanceTo(bodyB.pointToWorldFrame(pivotB)),
    );
    return gaps.length > 0 ? Math.max(...gaps) : null;
  }

  /** Takes hold of the body under a ray; returns the point by which it does, null where there is none that moves. */
  grab(raycaster) {
    const [hit] = raycaster.intersectObjects(this.drawn);
    const body = hit?.object.userData.body;
    if (!body || body.mass === 0) return null;
    const { C, world } = this;
    const point = new C.Vec3(...hit.point.toArray());
    this.hand = new C.Body({ mass: 0, position: point, collisionFilterGroup: 0, collisionFilterMask: 0 });
    world.addBody(this.hand);
    this.hold = new C.PointToPointConstraint(body, body.pointToLocalFrame(point), this.hand, new C.Vec3(0, 0, 0));
    world.addConstraint(this.hold);
    body.wakeUp();
    return hit.point;
  }

  move(point) {
    this.hand?.position.set(...point.toArray());
  }

  letGo() {
    if (!this.hold) return;
    this.world.removeConstraint(this.hold);
    this.world.removeBody(this.hand);
    this.hold = null;
    this.hand = null;
  }
}

/** Shows a demo in a container under two packages. `report` gets a line for each of them, every half second or so, and the number of steps. */
export function showDemo({ container, packages, name, report }) {
  const panes = packages.map(({ module }) => new Pane(module, name));
  const setTheme = (theme) => {
    for (const pane of panes) pane.setTheme(theme);
  };
  setTheme('light');
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.setScissorTest(true);
  renderer.shadowMap.enabled = true;
  container.append(renderer.domElement);
  const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 400);
  const controls = new OrbitControls(camera, renderer.domElement);
  frame(panes[0].world, camera, controls);
  attachHands(renderer.domElement, panes, camera, controls);

  let frames = 0;
  renderer.setAnimationLoop(() => {
    const [width, height] = [container.clientWidth / 2, container.clientHeight];
    renderer.setSize(2 * width, height);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    controls.update();
    for (const [k, pane] of panes.entries()) {
      pane.step();
      pane.update();
      renderer.setViewport(k * width, 0, width, height);
      renderer.setScissor(k * width + k, 0, width - 1, height);
      renderer.render(pane.scene, camera);
    }
    frames += 1;
    if (frames % REPORT === 0)
      report(
        panes.map((pane, k) => lineOf(packages[k].name, pane)),
        frames,
      );
  });
  return { panes, setTheme, stop: () => renderer.setAnimationLoop(null) };
}

/** Looks at all bodies that move, where they begin, from above and aside. */
function frame(world, camera, controls) {
  const box = new THREE.Box3().expandByPoint(new THREE.Vector3(0, 0, 0));
  for (const { mass, position } of world.bodies) if (mass > 0) box.expandByPoint(new THREE.Vector3().copy(position));
  const { center, radius } = box.getBoundingSphere(new THREE.Sphere());
  controls.target.copy(center);
  camera.position
    .set(0.4, 0.35, 0.85)
    .multiplyScalar(2 * radius + 3)
    .add(center);
}

function lineOf(name, { opening, times }) {
  const error = opening === null ? '' : `, joints open by ${(1000 * opening).toPrecision(2)} mm`;
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];
  return `${name}: ${median.toFixed(2)} ms a step${error}`;
}

/** Lets bodies be dragged by a constraint between points, as in cannon-es's demo of that name. */
function attachHands(canvas, panes, camera, controls) {
  const raycaster = new THREE.Raycaster();
  const plane = new THREE.Plane();
  let held = null;
  const aim = ({ clientX, clientY }, k) => {
    const { height, left, top, width } = canvas.getBoundingClientRect();
    const x = (clientX - left) / (width / 2) - k;
    raycaster.setFromCamera(new THREE.Vector2(2 * x - 1, 1 - (2 * (clientY - top)) / height), camera);
  };
  // Before the controls, which turn the view.
  const early = { capture: true };
  const down = (event) => {
    const { left, width } = canvas.getBoundingClientRect();
    const k = event.clientX - left < width / 2 ? 0 : 1;
    aim(event, k);
    const point = panes[k].grab(raycaster);
    if (!point) return;
    held = k;
    controls.enabled = false;
    plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new THREE.Vector3()), point);
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event) => {
    if (held === null) return;
    aim(event, held);
    const point = raycaster.ray.intersectPlane(plane, new THREE.Vector3());
    if (point) panes[held].move(point);
  };
  const up = () => {
    if (held !== null) panes[held].letGo();
    held = null;
    controls.enabled = true;
  };
  canvas.addEventListener('pointerdown', down, early);
  canvas.addEventListener('pointermove', move);
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, up);
}

/** Fills a select with the demos, and shows the one in the page's address; another choice reloads the page. */
export function chooseDemo(select) {
  const named = location.hash.slice(1);
  const name = named in DEMOS ? named : 'stacks';
  select.append(...Object.keys(DEMOS).map((each) => new Option(each, each, false, each === name)));
  select.addEventListener('change', () => {
    location.hash = select.value;
    location.reload();
  });
  return name;
}
