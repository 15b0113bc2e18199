/** Contact bundles of one colour and room for as many points, one after the other. */
// @ts-ignore: decorator
@unmanaged
export class ContactGroup {
  /** Address of the first bundle, how many there are, and bytes of each. */
  first: u32;
  count: u32;
  bytes: u32;
  /** Points that a bundle has room for. */
  points: u32;
  /** Address of the manifold slots of the first bundle's lanes, and how many there are; one a bundle in the overflow colour. */
  manifolds: u32;
  manifoldCount: u32;
  isOverflow: u32;
  bouncy: u32;
}
