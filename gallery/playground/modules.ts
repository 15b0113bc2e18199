/** Modules that programs may import as scenes do, by their specifiers. The page is built with the list of them in this file's place (tools/playground-modules.mjs). */
export const modules: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {};
