// What to do instead of setting properties of joints that cannot be set.
const ADD_ANOTHER = 'a joint keeps what it was made with; add another joint.';

/** Of properties that joints only tell. */
export const JOINT_ADVICE = {
  a: ADD_ANOTHER,
  b: ADD_ANOTHER,
  broken: 'set enabled to mend a joint.',
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
    anchor: ADD_ANOTHER,
    anchorA: ADD_ANOTHER,
    anchorB: ADD_ANOTHER,
    axis: ADD_ANOTHER,
  },
};
