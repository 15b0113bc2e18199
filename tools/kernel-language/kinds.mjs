/**
 * Kinds: what the rewriter knows about the type of a value.
 *
 * @typedef {{ tag: 'lane' | 'mask' | 'vec3' | 'quat' | 'mat3' | 'sym3', lane: string }} KernelKind
 * @typedef {{ tag: 'tuple', items: Kind[] }} TupleKind
 * @typedef {{ tag: 'plain', name: string | null, symbol: object | null, typeArguments: Kind[], nullable: boolean }} PlainKind
 * @typedef {{ tag: 'void' }} VoidKind
 * @typedef {KernelKind | TupleKind | PlainKind | VoidKind} Kind
 */

/** The components of each kernel kind, in memory order. */
export const COMPONENTS = {
  lane: [''],
  mask: [''],
  vec3: ['x', 'y', 'z'],
  quat: ['x', 'y', 'z', 'w'],
  mat3: ['m00', 'm01', 'm02', 'm10', 'm11', 'm12', 'm20', 'm21', 'm22'],
  sym3: ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'],
};

const SCALARS = new Set(['f32', 'f64', 'real']);
const INTEGERS = new Set(['i8', 'i16', 'i32', 'i64', 'isize', 'u8', 'u16', 'u32', 'u64', 'usize']);

export const VOID = { tag: 'void' };

/** @returns {PlainKind} */
export function plainKind(name, symbol = null, typeArguments = [], nullable = false) {
  return { tag: 'plain', name, symbol, typeArguments, nullable };
}

/** The result of a call the rewriter knows nothing about: it takes the kind of the type it is declared with. */
export const OPAQUE = plainKind(null);
export const BOOL = plainKind('bool');
/** A numeric literal: it takes the type of what it meets. */
export const NUMBER = plainKind('number');

/** Whether lanes of this type are one concrete number, on which the operators of AssemblyScript itself work. */
export function isScalarLane(lane) {
  return SCALARS.has(lane);
}

/** The module that says what `real` and LANES are in a build. */
export const PRECISION = 'precision';
/** The type of the lanes of a v128. */
export const REAL = plainKind('real', { kind: 'external', name: 'real', specifier: PRECISION });

/** The kind of one component. A concrete scalar is a plain number and its comparison a plain bool. */
export function laneKind(lane) {
  return isScalarLane(lane) ? plainKind(lane) : { tag: 'lane', lane };
}

export function maskKind(lane) {
  return isScalarLane(lane) ? BOOL : { tag: 'mask', lane };
}

export function isPlain(kind) {
  return kind.tag === 'plain';
}

export function isOpaque(kind) {
  return kind.tag === 'plain' && kind.name === null && kind.symbol === null;
}

export function isFloat(kind) {
  return kind.tag === 'plain' && SCALARS.has(kind.name);
}

export function isInteger(kind) {
  return kind.tag === 'plain' && INTEGERS.has(kind.name);
}

/** Whether a plain kind is a number an expression of lanes can use. */
export function isNumeric(kind) {
  return isFloat(kind) || isInteger(kind) || kind === NUMBER;
}

/** Whether the kind has several components. */
export function isCompound(kind) {
  return kind.tag in COMPONENTS && COMPONENTS[kind.tag].length > 1;
}

/** The kinds that exist only in kernel files. */
export function isKernel(kind) {
  return kind.tag in COMPONENTS || kind.tag === 'tuple';
}

export function componentsOf(kind) {
  return COMPONENTS[kind.tag] ?? [''];
}

/** The kind of the parts of a value. */
export function partKind(kind) {
  return isCompound(kind) ? laneKind(kind.lane) : kind;
}

/** How a kind is written in messages. */
export function describe(kind) {
  switch (kind.tag) {
    case 'void':
      return 'void';
    case 'tuple':
      return `[${kind.items.map(describe).join(', ')}]`;
    case 'lane':
      return `lane<${kind.lane}>`;
    case 'plain': {
      if (kind === NUMBER) return 'number';
      const name = kind.symbol?.name ?? kind.name ?? 'a value of unknown type';
      const list = kind.typeArguments.map((item) => (item.tag === 'lane' ? item.lane : describe(item)));
      return list.length > 0 ? `${name}<${list.join(', ')}>` : name;
    }
    default:
      return `${kind.tag}<${kind.lane}>`;
  }
}
