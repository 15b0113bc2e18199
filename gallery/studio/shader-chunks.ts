// Pieces of GLSL that sky, ground and bodies share, and the uniforms that they read.
import { type Color, Color as LinearColor, type Texture, Vector2, Vector3, Vector4 } from 'three';
import { noiseTexture } from './noise-texture.ts';

/** Uniforms of the studio: one set of them serves every material, so that changing a value changes all. */
export interface StudioUniforms {
  [name: string]: { value: unknown };
  noise: { value: Texture };
  horizon: { value: Color };
  zenith: { value: Color };
  glow: { value: Color };
  /** Level direction from the scene towards the eye at the opening. */
  front: { value: Vector3 };
  /** The middle of the scene. */
  hazeCenter: { value: Vector3 };
  /** Distances from there, m, at which the haze begins and at which nothing else is left. */
  haze: { value: Vector2 };
  groundHeight: { value: number };
  sceneRadius: { value: number };
  /** Contact shadows seen from above: the picture, and its middle x z, width (m) and strength. */
  contact: { value: Texture | null };
  contactFrame: { value: Vector4 };
}

export function createUniforms(): StudioUniforms {
  return {
    noise: { value: noiseTexture() },
    horizon: { value: new LinearColor() },
    zenith: { value: new LinearColor() },
    glow: { value: new LinearColor() },
    front: { value: new Vector3(0, 0, 1) },
    hazeCenter: { value: new Vector3() },
    haze: { value: new Vector2(10, 100) },
    groundHeight: { value: 0 },
    sceneRadius: { value: 1 },
    contact: { value: null },
    contactFrame: { value: new Vector4(0, 0, 1, 0) },
  };
}

/** Value noise of three dimensions, 0 to 1: slices of a picture of noise. */
export const NOISE = `
uniform sampler2D noise;
float valueNoise(vec3 place) {
  float slice = floor(place.y);
  vec2 low = place.xz / 32.0 + slice * vec2(0.731, 0.419);
  float part = smoothstep(0.0, 1.0, place.y - slice);
  return mix(texture2D(noise, low).r, texture2D(noise, low + vec2(0.731, 0.419)).r, part);
}
float flatNoise(vec2 place) {
  return texture2D(noise, place / 32.0).r;
}
`;

/** What is seen in a direction where nothing else is: the sky, and what far ground fades into, so that there is no horizon line. */
export const BACKDROP = `
uniform vec3 horizon, zenith, glow, front;
vec3 backdrop(vec3 direction) {
  vec3 level = normalize(vec3(direction.x, 0.0, direction.z) + 1e-5);
  float behind = max(0.0, dot(level, -front));
  float low = exp(-pow(max(direction.y, 0.0) / 0.22, 2.0));
  return mix(horizon, zenith, smoothstep(0.0, 0.5, direction.y)) + glow * low * pow(behind, 6.0);
}
`;

/** Needs vPlace, the place in the world. */
export const HAZE_DECLARATIONS = `
uniform vec3 hazeCenter;
uniform vec2 haze;
`;
export const HAZE = `
float hazePart = clamp((length(vPlace.xz - hazeCenter.xz) - haze.x) / (haze.y - haze.x), 0.0, 1.0);
vec3 hazeDirection = normalize(vPlace - cameraPosition);
hazeDirection.y = max(hazeDirection.y, 0.0);
outgoingLight = mix(outgoingLight, backdrop(normalize(hazeDirection + 1e-6)), 1.0 - pow(1.0 - hazePart, 2.2));
`;
