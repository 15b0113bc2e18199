/** Colours of what is drawn, 0xRRGGBB, distinguishable on a dark background. */
export const COLORS = {
  dynamic: 0xd5e0ee,
  kinematic: 0x7fc8a9,
  static: 0x4f5d6e,
  asleep: 0x7d858f,
  frozen: 0xff3b3b,

  link: 0xffb454,
  /** From a centre of mass to an anchor. */
  arm: 0x9c7238,
  spring: 0x8ee26b,
  rope: 0xe8cfa0,
  slack: 0x8d7c60,
  /** Couples the coordinates of two joints. */
  coupling: 0xd68fff,
  /** Anchors that should be in one place. */
  apart: 0xff5c7a,

  x: 0xff5c57,
  y: 0x5af078,
  z: 0x5c9bff,

  limit: 0xb795ff,
  hand: 0xffffff,
  /** The hand at or beyond a limit. */
  reached: 0xff5c7a,

  force: 0xffe14d,
  torque: 0x4de1ff,

  loaded: 0xff8f40,
  /** A contact without a force. */
  near: 0x74849a,
  friction: 0xff6ad5,

  movingBounds: 0x3fb5a8,
  staticBounds: 0x2c6570,

  inertia: 0xf59ac0,
  centerOfMass: 0xffffff,

  particle: 0x86c7f3,
  pinned: 0xffb454,
} as const;
