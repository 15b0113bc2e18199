import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { holonomic: fileURLToPath(new URL('./bindings/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000, // machines of CI are shared; a hang still ends
    hookTimeout: 120_000,
  },
});
