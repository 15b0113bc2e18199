import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const bindings = (file: string) => fileURLToPath(new URL('./bindings/', import.meta.url)) + file;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^holonomic$/, replacement: bindings('index.ts') },
      { find: /^holonomic\/2d$/, replacement: bindings('planar/index.ts') },
      { find: /^holonomic\/batch\/bullmq$/, replacement: bindings('batch/bullmq/index.ts') },
      { find: /^holonomic\/control$/, replacement: bindings('control/index.ts') },
      { find: /^holonomic\/particles$/, replacement: bindings('particle/index.ts') },
      { find: /^holonomic\/(batch|cannon|debug|three)$/, replacement: bindings('$1/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000, // machines of CI are shared; a hang still ends
    hookTimeout: 120_000,
  },
});
