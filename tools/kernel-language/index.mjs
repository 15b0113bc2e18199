export { formatAscDiagnostics } from './diagnostics.mjs';
export { KernelError } from './error.mjs';
export { KernelProject } from './project.mjs';
