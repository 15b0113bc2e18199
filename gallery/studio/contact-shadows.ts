// Soft shadows where things touch the ground or are close to it.
import {
  Camera,
  DoubleSide,
  Mesh,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  UnsignedByteType,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { StudioUniforms } from './shader-chunks.ts';

const SIZE = 256;
/** Radii of the scene: width of the picture, and height up to which things shade the ground. */
const WIDTH = 3.2;
const REACH = 0.16;
const BLURS = [0.9];
/** Layers of what shades the ground: single meshes, instances, mixtures. Each has a material, for three.js to find its program at once. */
const LAYERS = { mesh: 1, instanced: 2, batched: 3 } as const;

/** To be called for everything that is to shade the ground. */
export function shadesGround(object: Object3D): void {
  const layer = 'isInstancedMesh' in object ? LAYERS.instanced : 'isBatchedMesh' in object ? LAYERS.batched : LAYERS.mesh;
  object.layers.enable(layer);
}

/** Bodies seen from below in an orthographic view, dark where they are near the ground, and blurred. */
export class ContactShadows {
  private readonly targets = [0, 1].map(() => new WebGLRenderTarget(SIZE, SIZE, { type: UnsignedByteType }));
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly reach = { value: 1 };
  private readonly materials: readonly (readonly [layer: number, material: ShaderMaterial])[];
  private readonly blur: ShaderMaterial;
  private readonly blurScene = new Scene();
  private readonly fullScreen: Mesh;

  constructor(private readonly uniforms: StudioUniforms) {
    this.materials = Object.values(LAYERS).map((layer) => [layer, this.heightMaterial()] as const);
    this.blur = new ShaderMaterial({
      depthTest: false,
      uniforms: { image: { value: null }, way: { value: new Vector2() } },
      vertexShader: 'varying vec2 vUv; void main() { vUv = 0.5 * position.xy + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }',
      fragmentShader: `
        varying vec2 vUv;
        uniform sampler2D image;
        uniform vec2 way;
        void main() {
          float sum = 0.0, weights = 0.0;
          for (int k = -6; k <= 6; k++) {
            float weight = exp(-float(k * k) / 14.0);
            sum += weight * texture2D(image, vUv + way * float(k)).r;
            weights += weight;
          }
          gl_FragColor = vec4(vec3(sum / weights), 1.0);
        }`,
    });
    this.fullScreen = new Mesh(new PlaneGeometry(2, 2), this.blur);
    this.fullScreen.frustumCulled = false;
    this.blurScene.add(this.fullScreen);
  }

  /** Around the middle of a scene; `height` is that of the ground. */
  fit(x: number, z: number, height: number, radius: number, strength: number): void {
    const { camera, uniforms } = this;
    const half = 0.5 * WIDTH * radius;
    this.reach.value = REACH * radius;
    Object.assign(camera, { left: -half, right: half, bottom: -half, top: half, near: 0, far: 2.02 * this.reach.value });
    // From below, with the picture's x along x and its y along z.
    camera.up.set(0, 0, 1);
    camera.position.set(x, height - 0.01 * this.reach.value, z);
    camera.lookAt(x, height + 1, z);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    uniforms.contactFrame.value.set(x, z, 2 * half, strength);
    uniforms.contact.value = this.targets[0].texture;
  }

  render(renderer: WebGLRenderer, scene: Scene): void {
    if (this.uniforms.contactFrame.value.w === 0) return;
    const [first, second] = this.targets;
    const { autoUpdate } = renderer.shadowMap;
    const scissor = renderer.getScissorTest();
    renderer.shadowMap.autoUpdate = false;
    renderer.setScissorTest(false);
    renderer.setRenderTarget(first);
    renderer.setClearColor(0x000000, 1);
    renderer.clear();
    for (const [layer, material] of this.materials) {
      scene.overrideMaterial = material;
      this.camera.layers.set(layer);
      renderer.render(scene, this.camera);
    }
    scene.overrideMaterial = null;
    for (const width of BLURS) {
      this.pass(renderer, first, second, width, 0);
      this.pass(renderer, second, first, 0, width);
    }
    renderer.setRenderTarget(null);
    renderer.setScissorTest(scissor);
    renderer.shadowMap.autoUpdate = autoUpdate;
  }

  dispose(): void {
    for (const target of this.targets) target.dispose();
    for (const [, material] of this.materials) material.dispose();
    this.blur.dispose();
    this.fullScreen.geometry.dispose();
  }

  private pass(renderer: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, x: number, y: number): void {
    this.blur.uniforms.image.value = from.texture;
    this.blur.uniforms.way.value.set(x / SIZE, y / SIZE);
    renderer.setRenderTarget(to);
    renderer.render(this.blurScene, NO_CAMERA);
  }

  private heightMaterial(): ShaderMaterial {
    return new ShaderMaterial({
      side: DoubleSide,
      uniforms: { reach: this.reach, groundHeight: this.uniforms.groundHeight },
      vertexShader: `
        #include <common>
        #include <batching_pars_vertex>
        varying float vHeight;
        uniform float groundHeight;
        void main() {
          #include <batching_vertex>
          vec4 place = vec4(position, 1.0);
          #ifdef USE_BATCHING
            place = batchingMatrix * place;
          #endif
          #ifdef USE_INSTANCING
            place = instanceMatrix * place;
          #endif
          place = modelMatrix * place;
          vHeight = place.y - groundHeight;
          gl_Position = projectionMatrix * viewMatrix * place;
        }`,
      fragmentShader: `
        varying float vHeight;
        uniform float reach;
        void main() {
          float shade = clamp(1.0 - max(vHeight, 0.0) / reach, 0.0, 1.0);
          gl_FragColor = vec4(vec3(shade * shade), 1.0);
        }`,
    });
  }
}

/** The blur's vertices are where they are to be drawn. */
const NO_CAMERA = new Camera();
