// TypeScript of several versions, with every way to look for modules.
import { TYPED } from './typed-program.ts';
import type { Cell, Project, Workshop } from './workshop.ts';

const VERSIONS = ['typescript-5.4', 'typescript-5.9', 'typescript'];

export interface Resolution {
  name: string;
  options: object;
  /** Endings of files: which kind of module an ending is, and that it is one at all. */
  files: string[];
}

export const RESOLUTIONS: Resolution[] = [
  { name: 'node16', options: { module: 'node16', moduleResolution: 'node16' }, files: ['mts', 'cts'] },
  { name: 'nodenext', options: { module: 'nodenext', moduleResolution: 'nodenext' }, files: ['mts', 'cts'] },
  { name: 'bundler', options: { module: 'esnext', moduleResolution: 'bundler' }, files: ['ts'] },
  { name: 'node10', options: { module: 'esnext', moduleResolution: 'node10' }, files: ['ts'] },
];

export function typescriptCells(workshop: Workshop): Cell[] {
  return VERSIONS.flatMap((name) => {
    const version = workshop.version(name) ?? 'not installed';
    return RESOLUTIONS.map((resolution): Cell => {
      const cell = { tool: 'TypeScript', version, use: resolution.name };
      if (resolution.name === 'node10' && Number.parseInt(version, 10) >= 7) return { ...cell, except: 'TypeScript 7 has no node10' };
      return { ...cell, run: (project) => compile(project, workshop.file(name, 'bin/tsc'), resolution) };
    });
  });
}

/** Throws where the types are not found, or are not those of the package. */
export async function compile(project: Project, compiler: string, { options, files }: Resolution): Promise<void> {
  const written = files.map((ending) => project.write(`typed.${ending}`, TYPED[ending === 'cts' ? 'common' : 'module']));
  const config = project.write('tsconfig.json', {
    compilerOptions: {
      ...options,
      target: 'es2022',
      lib: ['ES2022', 'DOM'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    },
    files: written,
  });
  const output = await project.node([compiler, '-p', config]);
  if (output.trim() !== '') throw new Error(output);
}
