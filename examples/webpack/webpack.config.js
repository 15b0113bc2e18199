import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export default {
  mode: 'production',
  entry: here('main.js'),
  output: { path: here('dist'), filename: 'main.js', publicPath: 'auto' },
  performance: { hints: false },
  // Here alone, where the package lies beside the example: an installed one is found without this.
  resolve: { alias: { holonomic$: here('../../dist/index.js') } },
};
