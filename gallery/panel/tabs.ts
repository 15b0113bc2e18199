// What is plotted under each tab.
import type { SceneFeature } from '../../scenes/scene.ts';

/** A column of the history as it is plotted. */
export interface Quantity {
  /** Name of its column. */
  readonly column: string;
  readonly label: string;
  readonly unit: string;
  /** Whether it is drawn until somebody turns it off; the others wait to be turned on. */
  readonly shown: boolean;
}

/** One pair of axes: quantities of the first unit have the left axis, those of another one the right. */
export interface Chart {
  readonly logarithmic?: boolean;
  /** Picks the quantities from the columns that there are. */
  quantities(columns: readonly string[]): Quantity[];
}

export interface Tab {
  readonly name: string;
  readonly title: string;
  readonly charts: readonly Chart[];
  /** Said while there is nothing to plot. */
  readonly empty: string;
}

type Row = readonly [column: string, label: string, unit: string, shown?: boolean];

function quantity([column, label, unit, shown = true]: Row): Quantity {
  return { column, label, unit, shown };
}

function chart(rows: readonly Row[], logarithmic = false): Chart {
  const all = rows.map(quantity);
  return { logarithmic, quantities: (columns) => all.filter(({ column }) => columns.includes(column)) };
}

/** All columns whose names begin so, labelled by what follows. */
function withPrefix(prefix: string, columns: readonly string[], unit: string): Quantity[] {
  return columns.filter((column) => column.startsWith(prefix)).map((column) => quantity([column, column.slice(prefix.length), unit]));
}

function vector(column: string, label: string, unit: string): Row[] {
  return ['x', 'y', 'z'].map((axis) => [`${column}.${axis}`, `${label} ${axis}`, unit, false] as const);
}

const NO_STEPS = 'No data yet: let the scene run.';

const total = quantity(['stepTime', 'whole step', 'ms']);

/** What the stages of a step do, for those who ask. */
const STAGES: Readonly<Record<string, string>> = {
  broadphase: 'find pairs that may touch',
  narrowphase: 'find contact points',
  bundles: 'colour joints and contacts',
  pack: 'gather bodies',
  bodies: 'move bodies',
  warm: 'start from the last impulses',
  solve: 'solve joints',
  contacts: 'solve contacts',
  relax: 'relax contacts, friction',
  damp: 'damping, restitution of limits',
  finish: 'loads, breaks, events, sleep',
};

function stages(columns: readonly string[]): Quantity[] {
  return withPrefix('stage.', columns, 'ms').map((stage) => ({ ...stage, label: STAGES[stage.label] ?? stage.label }));
}

/** The tab that shows what a scene is about. */
export function tabOf(feature: SceneFeature, hasJoints: boolean): Tab['name'] {
  switch (feature) {
    case 'free bodies and sensors':
      return 'momentum';
    case 'joints and mechanisms':
    case 'stacks and piles':
      return 'error';
    default:
      return hasJoints || feature !== 'springs and loads' ? 'energy' : 'error';
  }
}

export const TABS: readonly Tab[] = [
  {
    name: 'energy',
    title: 'Energy',
    charts: [
      chart([
        ['kinetic', 'kinetic', 'J'],
        ['potential', 'potential', 'J'],
        ['energy', 'total', 'J'],
      ]),
    ],
    empty: NO_STEPS,
  },
  {
    name: 'momentum',
    title: 'Momentum',
    charts: [
      chart([
        ['linearMomentum', 'linear', 'kg m/s'],
        ['angularMomentum', 'angular', 'kg m²/s'],
      ]),
    ],
    empty: NO_STEPS,
  },
  {
    name: 'error',
    title: 'Error',
    charts: [
      chart(
        [
          ['largestError', 'maximum joint error', 'm'],
          ['meanError', 'rms joint error', 'm'],
          ['penetration', 'maximum penetration', 'm'],
        ],
        true,
      ),
    ],
    empty: NO_STEPS,
  },
  {
    name: 'joint',
    title: 'Joint',
    charts: [
      chart([
        ['joint.force', 'force', 'N'],
        ...vector('joint.force', 'force', 'N'),
        ['joint.torque', 'torque', 'N m'],
        ...vector('joint.torque', 'torque', 'N m'),
      ]),
      { quantities: (columns) => withPrefix('joint.coordinate.', columns, 'm or rad') },
    ],
    empty: 'No joint is selected: click one of its bodies, or choose it in the panel.',
  },
  {
    name: 'body',
    title: 'Body',
    charts: [
      chart([
        ['body.position.x', 'x', 'm'],
        ['body.position.y', 'y', 'm'],
        ['body.position.z', 'z', 'm'],
      ]),
      chart([
        ['body.velocity', 'speed', 'm/s'],
        ['body.velocity.x', 'velocity x', 'm/s'],
        ['body.velocity.y', 'velocity y', 'm/s'],
        ['body.velocity.z', 'velocity z', 'm/s'],
      ]),
    ],
    empty: 'No body is selected: click one, or choose it in the panel.',
  },
  {
    name: 'time',
    title: 'Profile',
    charts: [{ quantities: (columns) => (columns.includes(total.column) ? [total, ...stages(columns)] : []) }],
    empty: NO_STEPS,
  },
];
