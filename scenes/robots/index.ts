import { QUADRUPED } from './quadruped.ts';
import { SCARA } from './scara.ts';
import { SEVEN_AXIS_ARM } from './seven-axis-arm.ts';
import { SIX_AXIS_ARM } from './six-axis-arm.ts';
import { TWO_WHEELED } from './two-wheeled.ts';

/** URDFs by name. */
export const ROBOTS = {
  'six-axis-arm': SIX_AXIS_ARM,
  'seven-axis-arm': SEVEN_AXIS_ARM,
  scara: SCARA,
  'two-wheeled': TWO_WHEELED,
  quadruped: QUADRUPED,
} as const;
