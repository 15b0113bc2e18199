/** The Stanford bunny as published on npm: 1839 vertices, each `[x, y, z]`, and 3674 triangles of vertex indices (closed, genus 0). */
declare module 'bunny' {
  export const positions: [number, number, number][];
  export const cells: [number, number, number][];
}
