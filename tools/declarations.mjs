// The declarations of the package: one file for each thing that users can import, and what they share; nothing internal.
import fs from 'node:fs';
import path from 'node:path';
import { filesIn, PROJECT, run } from './setup.mjs';

/** Declarations as tsc writes them, a file for each source. */
const TYPES = path.join(PROJECT, 'build/types');

/**
 * Writes the declarations of `entries` (names of files, and where they are in bindings/), and of `copies` of the main one, into a folder, for
 * modules (.d.ts) and, but for those `alone`, for CommonJS (.d.cts), and removes older ones.
 */
export async function buildDeclarations(entries, outdir, { copies, alone }) {
  fs.rmSync(TYPES, { recursive: true, force: true });
  const status = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdout: 'stderr' });
  if (status !== 0) throw new Error('tsc has found errors');
  const { default: ts } = await import('@typescript/typescript6'); // the API; TypeScript 7 has none
  const sources = filesIn(path.join(TYPES, 'bindings')).map((file) =>
    ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
  );
  const classes = findClasses(ts, sources);
  const handles = findHandleTypes(ts, sources);
  for (const source of sources) fs.writeFileSync(source.fileName, namedHandles(publicParts(ts, source, classes), source.fileName, handles));
  // What is built on the package itself refers to its declarations: none of them is shared.
  const { '2d': plane, control, ...others } = entries;
  const main = [path.join(TYPES, 'bindings/index.d.ts')];
  const written = new Set([
    ...(await rollUp(others, outdir, sources, [])),
    ...(await rollUp({ '2d': plane }, outdir, sources, main)),
    ...(await rollUp({ control }, outdir, sources, main)),
  ]);
  for (const name of copies) {
    const file = path.join(outdir, `${name}.d.ts`);
    fs.writeFileSync(file, "export * from './index.js';\n");
    written.add(file);
  }
  for (const file of [...written].filter((each) => !alone.includes(path.basename(each, '.d.ts')))) {
    const text = fs.readFileSync(file, 'utf8');
    const common = file.replace(/ts$/, 'cts');
    fs.writeFileSync(common, text.replaceAll(/((?:from|import) ['"]\.[^'"]*)\.js(?=['"])/g, '$1.cjs'));
    written.add(common);
  }
  for (const file of filesIn(outdir)) if (/\.d\.c?ts$/.test(file) && !written.has(file)) fs.rmSync(file);
}

async function rollUp(entries, outdir, sources, apart) {
  const [{ rollup }, { dts }] = await Promise.all([import('rollup'), import('rollup-plugin-dts')]);
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.entries(entries).map(([out, file]) => [out, path.join(TYPES, 'bindings', file.replace(/ts$/, 'd.ts'))]),
    ),
    external: ['bullmq', 'ioredis', 'three', /^node:/, ...apart],
    plugins: [dts(), { name: 'libraries', renderChunk: (code, { modules }) => librariesOf(sources, modules) + code }],
    // Such as that a type of a public member is not to be had by users.
    onwarn({ message }) {
      throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: outdir,
    format: 'es',
    minifyInternalExports: false, // compilers show these names
    paths: Object.fromEntries(apart.map((file) => [file, './index.js'])),
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `chunks/${name.replace(/\.d$/, '')}-[hash].d.ts`,
  });
  await bundle.close();
  return new Set(output.map(({ fileName }) => path.join(outdir, fileName)));
}

/** The libraries of TypeScript that modules refer to; rolling up forgets them. */
function librariesOf(sources, modules) {
  const directives = sources
    .filter(({ fileName }) => Object.hasOwn(modules, fileName))
    .flatMap(({ text }) => text.match(/^\/\/\/ <reference lib=.*$/gm) ?? []);
  return [...new Set(directives)].map((line) => `${line}\n`).join('');
}

/** Name and file of each class that adds itself to `HandleTypes` (bindings/core/handle-types.ts) or `CannonTypes` (bindings/cannon/types.ts). */
function findHandleTypes(ts, sources) {
  const handles = new Map();
  for (const source of sources)
    for (const node of source.statements) {
      if (!ts.isModuleDeclaration(node)) continue;
      for (const registry of node.body.statements)
        for (const { name } of registry.members)
          handles.set(`${registry.name.text}['${name.text}']`, { name: name.text, file: source.fileName });
    }
  return handles;
}

/** Declarations, unlike sources, may import each other: they name the classes of handles themselves. */
function namedHandles(text, fileName, handles) {
  let result = text.replace(/^declare module '[^']*types\.ts' \{$[\s\S]*?^\}$/gm, '');
  for (const [reference, { name, file }] of handles) {
    const named = result.replaceAll(reference, name);
    if (named === result) continue;
    const from = path.relative(path.dirname(fileName), file).replace(/\.d\.ts$/, '.ts');
    result = file === fileName ? named : `import type { ${name} } from './${from}';\n${named}`;
  }
  return result;
}

/** Base class and names of internal members of each class. What is internal in a class is so in all that extend it. */
function findClasses(ts, sources) {
  const classes = new Map();
  for (const source of sources)
    for (const node of source.statements) {
      if (!ts.isClassDeclaration(node)) continue;
      const [base] = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ?? [];
      const internal = node.members.filter((member) => member.name && isInternal(ts, source, member));
      const key = scopeOf(source) + node.name.text;
      if (classes.has(key)) throw new Error(`two classes are called ${key}`);
      classes.set(key, {
        base: base && scopeOf(source) + base.expression.getText(source),
        internal: new Set(internal.map(({ name }) => name.getText(source))),
      });
    }
  return classes;
}

/** The classes of cannon-es have names of their own. */
const scopeOf = ({ fileName }) => (fileName.includes(`${path.sep}bindings${path.sep}cannon${path.sep}`) ? 'cannon ' : '');

function isInternal(ts, source, node) {
  const { text } = source;
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.some(({ pos, end }) => text.slice(pos, end).includes('@internal'));
}

/** Takes internal, private and protected members away: what remains of them is that no other class is taken for this one. */
function publicParts(ts, source, classes) {
  const { text } = source;
  const edits = [];
  const has = (node, kind) => node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
  const inherits = (name, member) => {
    for (let found = classes.get(name); found; found = classes.get(found.base)) if (found.internal.has(member)) return true;
    return false;
  };
  for (const node of source.statements) {
    if (ts.isInterfaceDeclaration(node)) {
      for (const member of node.members) if (isInternal(ts, source, member)) edits.push([member.getFullStart(), member.getEnd(), '']);
    }
    if (!ts.isClassDeclaration(node)) continue;
    let brand = false;
    for (const member of node.members) {
      const isPrivate = has(member, ts.SyntaxKind.PrivateKeyword) || (member.name && ts.isPrivateIdentifier(member.name));
      const isProtected = has(member, ts.SyntaxKind.ProtectedKeyword);
      const hidden =
        isInternal(ts, source, member) || (member.name && inherits(scopeOf(source) + node.name.text, member.name.getText(source)));
      if (!isPrivate && !isProtected && !hidden) continue;
      const isConstructor = ts.isConstructorDeclaration(member);
      const left = isConstructor ? `\n    ${isPrivate ? 'private' : 'protected'} constructor();` : '';
      if (!isConstructor) brand ||= isPrivate || isProtected;
      edits.push([member.getFullStart(), member.getEnd(), left]);
    }
    if (brand) edits.push([node.members.pos, node.members.pos, '\n    #private;']);
  }
  let result = text;
  for (const [start, end, left] of edits.sort((a, b) => b[0] - a[0] || b[1] - a[1]))
    result = result.slice(0, start) + left + result.slice(end);
  return result;
}
