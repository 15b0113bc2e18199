// Next, where the same program runs on the server and in the browser; test runners.
import { trial } from './program.ts';
import type { Cell, Project, Workshop } from './workshop.ts';

export function nextCells(workshop: Workshop): Cell[] {
  const tool = { tool: 'Next', version: workshop.version('next') ?? 'not installed' };
  const program = workshop.file('next', 'dist/bin/next');
  return ['turbopack', 'webpack'].map((bundler) => ({
    ...tool,
    use: `server and client, ${bundler}`,
    async run(project) {
      writeApplication(project);
      const env = { NEXT_TELEMETRY_DISABLED: '1' };
      await project.node([program, 'build', `--${bundler}`], env);
      await project.serve([process.execPath, program, 'start', '-p', '{port}', '-H', '127.0.0.1'], async (url) => {
        const text = (await (await fetch(url)).text()).replaceAll('&quot;', '"');
        const onServer = /<p id="server">([^<]*)<\/p>/.exec(text)?.[1] ?? text;
        project.check(onServer);
        await project.visit(url);
      });
    },
  }));
}

/** A page whose text the server computes, and whose client computes the same. */
function writeApplication(project: Project): void {
  project.write('package.json', { name: 'project', private: true });
  project.write('app/trial.js', `${trial()}export { trial };\n`);
  project.write('app/layout.js', 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n');
  project.write(
    'app/page.js',
    `import { trial } from './trial.js';
import Client from './client.js';
export const dynamic = 'force-dynamic';
export default async function Page() {
  return <main><p id="server">{await trial()}</p><Client /></main>;
}
`,
  );
  project.write(
    'app/client.js',
    `'use client';
import { useEffect } from 'react';
import { trial } from './trial.js';
export default function Client() {
  useEffect(() => {
    trial().then((line) => { globalThis.outcome = line; }, (error) => { globalThis.outcome = 'failed: ' + error.stack; });
  }, []);
  return null;
}
`,
  );
}

const ENVIRONMENTS = ['node', 'jsdom'];

export function runnerCells(workshop: Workshop): Cell[] {
  const expected = JSON.stringify(workshop.expected.full);
  const jest = { tool: 'Jest', version: workshop.version('jest') ?? 'not installed' };
  const vitest = { tool: 'Vitest', version: workshop.version('vitest') ?? 'not installed' };
  const check = (common: boolean) =>
    `${trial({ common })}test('the program', async () => { expect(await trial()).toBe(${expected}); }, 120_000);\n`;
  return [
    ...ENVIRONMENTS.map((environment) => ({
      ...jest,
      use: environment,
      async run(project: Project) {
        project.write('package.json', {
          name: 'project',
          private: true,
          jest: { testEnvironment: environment, cacheDirectory: './.cache' },
        });
        project.write('program.test.js', check(true));
        await project.node([workshop.file('jest', 'bin/jest.js')]);
      },
    })),
    {
      ...jest,
      use: 'jsdom, modules',
      async run(project) {
        project.write('package.json', {
          name: 'project',
          type: 'module',
          jest: { testEnvironment: 'jsdom', transform: {}, cacheDirectory: './.cache' },
        });
        project.write('program.test.js', check(false));
        await project.node(['--experimental-vm-modules', workshop.file('jest', 'bin/jest.js')]);
      },
    },
    ...ENVIRONMENTS.map((environment) => ({
      ...vitest,
      use: environment,
      async run(project: Project) {
        project.write('program.test.js', `import { expect, test } from 'vitest';\n${check(false)}`);
        project.write('vitest.config.js', 'export default {};\n');
        await project.node([workshop.file('vitest', 'vitest.mjs'), 'run', '--environment', environment]);
      },
    })),
  ];
}
