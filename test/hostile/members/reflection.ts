// Which members the classes of the package have: those that are there when it runs, less those that the sources mark as internal.
import fs from 'node:fs';
import path from 'node:path';

const BINDINGS = path.resolve(import.meta.dirname, '../../../bindings');

/** Classes of the same names that are not called here. */
const OTHERS = /^cannon\b/;

/** Names of private, protected and internal members, by the name of their class. */
const internal = new Map<string, Set<string>>();
for (const file of fs
  .readdirSync(BINDINGS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !OTHERS.test(name)))
  findInternal(fs.readFileSync(path.join(BINDINGS, file), 'utf8'));

function findInternal(source: string): void {
  let names: Set<string> | undefined;
  let isMarked = false;
  for (const line of source.split('\n')) {
    const [, type] = /^(?:export )?(?:abstract )?class (\w+)/.exec(line) ?? [];
    if (type) {
      names = new Set();
      internal.set(type, names);
    }
    if (line.startsWith('}')) names = undefined;
    if (!names) continue;
    if (/^ {2}(\/\*\*| \*)/.test(line)) {
      if (line.startsWith('  /**')) isMarked = false;
      isMarked ||= line.includes('@internal');
      continue;
    }
    const [, words, name] = /^ {2}((?:(?:private|protected|static|abstract|override|readonly|get|set) )*)\*?(\w+)/.exec(line) ?? [];
    if (name === undefined) continue;
    if (isMarked || /private|protected/.test(words)) names.add(name);
    isMarked = false;
  }
}

export type MemberKind = 'get' | 'set' | 'call';

export interface Member {
  /** Class that has it, and its name. */
  owner: string;
  name: string;
  key: PropertyKey;
  kind: MemberKind;
}

/** The public members of an object, from its own class to its bases, each once. */
export function membersOf(object: object): Member[] {
  const chain: object[] = [];
  for (
    let at = Object.getPrototypeOf(object);
    at && Object.hasOwn(at, 'constructor') && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  )
    chain.push(at);
  const hidden = new Set(chain.flatMap((at) => [...(internal.get(at.constructor.name) ?? [])]));
  const found = new Map<string, Member>();
  const owner = chain[0].constructor.name;
  for (const at of chain) {
    for (const key of Reflect.ownKeys(at)) {
      const name = String(key);
      if (key === 'constructor' || hidden.has(name)) continue;
      const { get, set, value } = Object.getOwnPropertyDescriptor(at, key)!;
      const add = (kind: MemberKind) => {
        const id = `${kind} ${name}`;
        if (!found.has(id)) found.set(id, { owner, name, key, kind });
      };
      if (get) add('get');
      if (set) add('set');
      if (typeof value === 'function') add('call');
    }
  }
  return [...found.values()];
}

export const describeMember = ({ owner, name, kind }: Member): string => `${kind} ${owner}.${name}`;
