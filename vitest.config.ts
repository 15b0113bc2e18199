import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const bindings = (file: string) => fileURLToPath(new URL('./bindings/', import.meta.url)) + file;

/** What runs one file after another in one process, which spares loading everything for each: nothing here replaces modules or globals. */
export const SHARED_FOLDERS = [
  'agreement',
  'collision',
  'constraint',
  'contacts',
  'control',
  'debug',
  'determinism',
  'formulations',
  'hostile',
  'islands',
  'joints',
  'kernel-language',
  'linear',
  'particles',
  'planar',
  'scenes',
  'shapes',
  'solver',
  'three',
  'validation',
];
/** Files in these folders that do, or that start other processes. */
export const ALONE = ['test/formulations/kernels-alone.test.ts', 'test/hostile/members.test.ts', 'test/scenes/command-line.test.ts'];

/** Files that take long; without times of earlier runs vitest goes by their sizes, and some of these are small. */
const LONG = [
  'validation/validation',
  'hostile/hostile',
  'formulations/kernels',
  'joints/motors',
  'solver/direct-types',
  'formulations/switching',
  'scenes/breaking-bridge',
  'agreement/all-joints',
  'agreement/backends',
  'collision/properties-contacts',
  'determinism/scratch',
  'scenes/watched',
  'scenes/scenes',
  'joints/contradictory',
  'contacts/memory',
  'collision/memory',
  'determinism/hash',
  'scenes/rover',
  'scenes/command-line',
  'examples/browser',
  'tools/start',
].map((name) => `/test/${name}.test.ts`);

/** Files alone first, then those that share processes; among each the long ones first, so that none is left to one worker at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      (project.config.isolate ? 0 : 2) + (LONG.some((name) => moduleId.endsWith(name)) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

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
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: [`test/@(${SHARED_FOLDERS.join('|')})/**/*.test.ts`], exclude: ALONE, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: [`test/!(${SHARED_FOLDERS.join('|')})/**/*.test.ts`, ...ALONE] } },
    ],
    sequence: { sequencer: LongFirst },
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000, // machines of CI are shared; a hang still ends
    hookTimeout: 120_000,
  },
});
