import { CONSTRAINTS } from './constraints.ts';
import { CONTACTS } from './contacts.ts';
import { MOTION } from './motion.ts';
import type { Program } from './program.ts';
import { RESTING } from './resting.ts';
import { TELLING } from './telling.ts';
import { VEHICLES } from './vehicles.ts';

export const PROGRAMS: readonly Program[] = [...MOTION, ...RESTING, ...CONTACTS, ...CONSTRAINTS, ...TELLING, ...VEHICLES];
