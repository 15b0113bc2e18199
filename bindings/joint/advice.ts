// What to do instead of setting properties of joints that cannot be set.
const ADD_ANOTHER = 'the bodies of a joint are fixed; add another joint.';

/** Of properties that joints only report. */
export const JOINT_ADVICE = {
  a: ADD_ANOTHER,
  b: ADD_ANOTHER,
  broken: 'set enabled to repair a joint.',
};

/** Of properties that joints do not have. */
export const UNKNOWN_PROPERTIES = {
  what: 'This joint',
  own: 'set its own properties or those of its coordinates; keep your own data in userData.',
  advice: {
    stiffness: 'set compliance, which is its inverse.',
    motorSpeed: 'set motor, as in { velocity: 1 }.',
    motorVelocity: 'set it on a coordinate, as in joint.coordinates.rotation.motorVelocity.',
    motorTarget: 'set it on a coordinate, as in joint.coordinates.rotation.motorTarget.',
    lower: 'set limits, as in { lower: -1, upper: 1 }.',
    upper: 'set limits, as in { lower: -1, upper: 1 }.',
    anchor: 'set anchorA and anchorB, in the frames of the bodies.',
    axis: 'set axisA and axisB, in the frames of the bodies.',
    frame: 'set frameA and frameB, in the frames of the bodies.',
  },
};
