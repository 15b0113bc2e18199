// Finds the linear memories of the wasm instances that are made while something runs.

const memories: WebAssembly.Memory[] = [];

function remember(instance: WebAssembly.Instance): void {
  for (const value of Object.values(instance.exports)) {
    if (value instanceof WebAssembly.Memory) memories.push(value);
  }
}

const instantiate = WebAssembly.instantiate as (...args: unknown[]) => Promise<any>;
(WebAssembly as any).instantiate = async (...args: unknown[]) => {
  const result = await instantiate(...args);
  remember(result.instance ?? result);
  return result;
};
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, args: [WebAssembly.Module, WebAssembly.Imports?]) {
    const instance = new target(...args);
    remember(instance);
    return instance;
  },
});

/** The result of a task, and the size at any later time of the memories that it made. */
export async function watchMemory<T>(task: () => Promise<T>): Promise<{ result: T; bytes(): number }> {
  const before = memories.length;
  const result = await task();
  const made = memories.slice(before);
  return { result, bytes: () => made.reduce((sum, memory) => sum + memory.buffer.byteLength, 0) };
}
