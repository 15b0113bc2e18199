// What to do instead of setting properties of joints that cannot be set.
const ADD_ANOTHER = 'a joint keeps its bodies; add another joint.';

/** Of properties that joints only report. */
export const JOINT_ADVICE = {
  a: ADD_ANOTHER,
  b: ADD_ANOTHER,
  broken: 'set enabled to repair a joint.',
};

/** Of properties that joints do not have. */
export const UNKNOWN_PROPERTIES = {
  what: 'This joint',
  own: 'what it can do are its properties and those of its coordinates; what is your own goes into userData.',
  advice: {
    stiffness: 'set compliance, which is its inverse.',
    motorSpeed: 'set motor, as in { velocity: 1 }.',
    motorVelocity: 'set that of a coordinate, as in joint.coordinates.rotation.motorVelocity.',
    motorTarget: 'set that of a coordinate, as in joint.coordinates.rotation.motorTarget.',
    lower: 'set limits, as in { lower: -1, upper: 1 }.',
    upper: 'set limits, as in { lower: -1, upper: 1 }.',
    anchor: 'set anchorA and anchorB, in the frames of the bodies.',
    axis: 'set axisA and axisB, in the frames of the bodies.',
    frame: 'set frameA and frameB, in the frames of the bodies.',
  },
};
