/** Positions in generated code, as asc reports them, turned into positions in kernel files. */

const POSITION = /((?:[\w.-]+\/)*[\w.-]+\.kernel\.ts)[(:](\d+)[,:](\d+)\)?/g;

/**
 * @param {string} text what asc wrote
 * @param {Map<string, number[]> | Record<string, number[]>} maps kernel file -> `map` of KernelProject.compile; the keys may be
 *   relative to the assembly folder or to the folder asc ran in
 * @returns {string}
 */
export function formatAscDiagnostics(text, maps) {
  const entries = maps instanceof Map ? [...maps] : Object.entries(maps);
  return text.replace(POSITION, (whole, file, line) => {
    const found = entries.find(([path]) => path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`));
    const kernelLine = found?.[1][Number(line)];
    return kernelLine ? `${file}:${kernelLine} (generated ${line})` : whole;
  });
}
