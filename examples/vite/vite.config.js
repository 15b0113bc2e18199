import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const dist = (name) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));

export default defineConfig({
  base: './',
  // Here alone, where the package lies beside the example: an installed one is found without this.
  resolve: {
    alias: [
      { find: 'holonomic/three', replacement: dist('three') },
      { find: 'holonomic', replacement: dist('index') },
    ],
  },
});
