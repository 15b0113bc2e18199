import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from 'three';

/** The browser gives no WebGL 2, which pictures need. */
export class NoWebGlError extends Error {
  override readonly name = 'NoWebGlError';

  constructor() {
    super('This browser has no WebGL 2, or it is switched off.');
  }
}

/** Throws a `NoWebGlError`. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, powerPreference: 'high-performance' });
  if (!context) throw new NoWebGlError();
  const renderer = new WebGLRenderer({ canvas, context, antialias: true });
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.autoClear = false;
  return renderer;
}
