import {
  BackSide,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { Theme } from './palette.ts';

type Place = readonly [x: number, y: number, z: number];
type SoftBox = readonly [color: string, power: number, place: Place, width: number, height: number];

/** Lights of the room, m. In the frame of the opening view: the eye is at +z, left is -x. */
const SOFT_BOXES: readonly SoftBox[] = [
  ['#fff1de', 15, [-10, 15, 9], 13, 9], // key, overhead left
  ['#fbf8f4', 1.9, [4, 5, 22], 34, 12], // behind the eye: flat metal that faces it would be black otherwise
  ['#eef3ff', 10, [5, 9, -20], 34, 3.2], // rim, draws the upper edges
  ['#e4edff', 4, [20, 6, 3], 3.5, 16], // cool, right
  ['#ffe2c2', 3, [-20, 4, -3], 3.5, 13], // warm, left
  ['#ffffff', 3, [-7, 3, 20], 2.2, 12], // two strips whose lines run over turning steel
  ['#ffffff', 2.2, [13, 3, 16], 1.6, 12],
];
const LIGHT_POWER = 0.9;
const BLUR = 0.015;

/** The light that surfaces reflect: a room of soft boxes, drawn once. */
export function createEnvironment(renderer: WebGLRenderer, theme: Theme): WebGLRenderTarget {
  const dark = theme.name === 'dark';
  const room = new Scene();
  const shade = (color: string, factor: number) => ({ value: new Color(color).multiplyScalar(factor) });
  room.add(
    new Mesh(
      new SphereGeometry(50, 32, 16),
      new ShaderMaterial({
        side: BackSide,
        uniforms: {
          above: shade(theme.horizon, dark ? 2.2 : 0.8),
          around: shade(theme.horizon, dark ? 1.3 : 0.42),
          below: shade(theme.ground, dark ? 0.8 : 0.6),
        },
        vertexShader:
          'varying vec3 vDirection; void main() { vDirection = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
        fragmentShader: `
          varying vec3 vDirection;
          uniform vec3 above, around, below;
          void main() {
            float height = normalize(vDirection).y;
            gl_FragColor = vec4(mix(mix(around, above, smoothstep(0.0, 0.9, height)), below, smoothstep(0.02, -0.12, height)), 1.0);
          }`,
      }),
    ),
  );
  for (const [color, power, place, width, height] of SOFT_BOXES) {
    const material = new MeshBasicMaterial({ color: new Color(color).multiplyScalar(power * (dark ? 1 : LIGHT_POWER)), side: DoubleSide });
    const light = new Mesh(new PlaneGeometry(width, height), material);
    light.position.set(...place);
    light.lookAt(0, 0, 0);
    room.add(light);
  }
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(room, BLUR);
  generator.dispose();
  room.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    object.geometry.dispose();
    object.material.dispose();
  });
  return target;
}
