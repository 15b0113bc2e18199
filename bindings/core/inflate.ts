// For engines that have WebAssembly, but no DecompressionStream: loaded there alone.
import { unzlibSync } from 'fflate';

export const inflate = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => unzlibSync(bytes) as Uint8Array<ArrayBuffer>;
