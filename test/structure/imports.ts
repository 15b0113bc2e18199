import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from '@typescript/typescript6';

const SOURCE = /\.(ts|mjs)$/;
const LEFT_OUT = /(^|\/)(node_modules|generated|golden)\//;

/** Files by what they import: paths from `root`, of types too. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** What the files in some folders import of each other. */
export function importsOf(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => SOURCE.test(file) && !LEFT_OUT.test(file)),
  );
  const known = new Set(files);
  return new Map(files.map((file) => [file, importedBy(file, readFileSync(path.join(root, file), 'utf8'), known)]));
}

function importedBy(file: string, text: string, known: ReadonlySet<string>): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const found = importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.join(path.dirname(file), fileName))
    .map((target) => [target, `${target}.ts`, `${target}/index.ts`].find((candidate) => known.has(candidate)))
    .filter((target) => target !== undefined);
  return [...new Set(found)];
}

/** The circles: strongly connected parts of more than one file, or of one that imports itself (Tarjan). */
export function circlesOf(imports: Imports): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    let low = order.get(file)!;
    stack.push(file);
    for (const target of imports.get(file)!) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target)!);
    }
    lowest.set(file, low);
    if (low !== order.get(file)) return;
    const part = stack.splice(stack.indexOf(file));
    if (part.length > 1 || imports.get(file)!.includes(file)) circles.push(part.sort());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
