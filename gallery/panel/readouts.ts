import type { BodyReadout, JointReadout, Sample } from '../engine/types.ts';
import { addElement, setText } from '../page/elements.ts';
import { formatNumber } from './format.ts';
import { type RecentTimes, recentTimes } from './recent-times.ts';

/** ms between two changes of the texts. */
const INTERVAL = 100;
const NOTHING = '–';

export interface ReadoutState {
  /** The last sample of each world; null where there is none. */
  samples: readonly [Sample | null, Sample | null];
  page: {
    /** ms a frame that the page itself costs. */
    readonly cost: number;
    /** Frames a second. */
    readonly frameRate: number;
  };
}

export interface Readouts {
  /** To be called in every frame. The texts change at most ten times a second; `now` is the time of the clock in ms. */
  update(state: ReadoutState, now: number): void;
  /** Names the worlds; with one, the second column is hidden. */
  setSides(count: 1 | 2, names: readonly [string, string]): void;
  dispose(): void;
}

type Row = readonly [label: string, textOf: (sample: Sample, times: RecentTimes) => string];

const ROWS: readonly Row[] = [
  ['step (ms, median)', (_, times) => formatNumber(times.median())],
  ['bodies awake / all', ({ awake, bodies }) => `${awake} / ${bodies}`],
  ['joints', ({ joints }) => String(joints)],
  ['islands direct / swept', ({ jointIslands: { direct, swept } }) => `${direct} / ${swept}`],
  ['direct solves failed', ({ jointIslands }) => String(jointIslands.failures)],
  ['contacts', ({ contacts }) => String(contacts)],
  ['energy (J)', ({ kinetic, potential }) => formatNumber(kinetic + potential)],
  ['joint error, max (m)', ({ largestError }) => formatNumber(largestError)],
  ['joint error, rms (m)', ({ meanError }) => formatNumber(meanError)],
  ['maximum penetration (m)', ({ penetration }) => formatNumber(penetration)],
];

type State<Readout> = readonly (readonly [label: string, textsOf: (readout: Readout) => string[]])[];

const BODY: State<BodyReadout> = [
  ['mass (kg)', ({ mass }) => [formatNumber(mass)]],
  ['position (m)', ({ position }) => position.map(formatNumber)],
  ['velocity (m/s)', ({ velocity }) => velocity.map(formatNumber)],
  ['angular velocity (rad/s)', ({ angularVelocity }) => angularVelocity.map(formatNumber)],
  ['contacts (N)', ({ contactForce }) => contactForce.map(formatNumber)],
  ['kinetic (J)', ({ kinetic }) => [formatNumber(kinetic)]],
];

const JOINT: State<JointReadout> = [
  ['force (N)', ({ force }) => force.map(formatNumber)],
  ['torque (N m)', ({ torque }) => torque.map(formatNumber)],
  ['error (m, rad)', ({ positionError, angularError }) => [formatNumber(positionError), formatNumber(angularError)]],
];

/** The numbers of now: of each world, and of the selected body and joint of the first one. */
export function createReadouts(container: HTMLElement): Readouts {
  const root = addElement(container, 'section', 'panel-readouts');
  root.setAttribute('aria-label', 'Read-outs');
  const page = addElement(root, 'p', 'panel-page');
  const table = addElement(root, 'table', 'panel-numbers');
  const header = addElement(addElement(table, 'thead'), 'tr');
  addElement(header, 'td');
  const headings = [0, 1].map(() => addElement(header, 'th', 'panel-heading'));
  const body = addElement(table, 'tbody');
  const cells = ROWS.map(([label]) => {
    const row = addElement(body, 'tr');
    addElement(row, 'th', '', label).scope = 'row';
    return [0, 1].map(() => addElement(row, 'td'));
  });
  const bodyState = addState(root, BODY);
  const jointState = addState(root, JOINT);
  const times = [recentTimes(), recentTimes()];
  let due = Number.NEGATIVE_INFINITY;

  const show = ({ samples, page: { cost, frameRate } }: ReadoutState) => {
    setText(page, `page ${cost.toFixed(2)} ms per frame, ${frameRate.toFixed(0)} frames/s`);
    for (const [row, [, textOf]] of ROWS.entries())
      for (const [side, sample] of samples.entries()) setText(cells[row][side], sample ? textOf(sample, times[side]) : NOTHING);
    const selected = samples[0];
    const { body: readout, joint } = selected ?? { body: null, joint: null };
    bodyState(
      readout ? `Body ${readout.slot}: ${readout.kind}, ${readout.shape}${readout.asleep ? ', asleep' : ''}` : 'No body is selected',
      readout,
    );
    const coordinates = Object.entries(joint?.coordinates ?? {}).map(([name, value]) => `${name} ${formatNumber(value)}`);
    const named = joint && `Joint ${joint.index}: ${[joint.type, ...(joint.broken ? ['broken'] : []), ...coordinates].join(', ')}`;
    jointState(named ?? 'No joint is selected', joint);
  };
  const setSides = (count: 1 | 2, names: readonly [string, string]) => {
    table.classList.toggle('panel-one', count === 1);
    for (const [side, heading] of headings.entries()) setText(heading, names[side]);
  };
  setSides(1, ['A', 'B']);

  return {
    update(state, now) {
      for (const [side, sample] of state.samples.entries()) times[side].see(sample);
      if (now < due) return;
      due = now + INTERVAL;
      show(state);
    },
    setSides,
    dispose: () => root.remove(),
  };
}

/** A titled list of vectors and numbers; gives what shows others. */
function addState<Readout>(root: HTMLElement, state: State<Readout>): (title: string, readout: Readout | null) => void {
  const table = addElement(root, 'table', 'panel-state');
  const caption = addElement(table, 'caption');
  const body = addElement(table, 'tbody');
  const cells = state.map(([label]) => {
    const row = addElement(body, 'tr');
    addElement(row, 'th', '', label).scope = 'row';
    return [0, 1, 2].map(() => addElement(row, 'td'));
  });
  return (title, readout) => {
    setText(caption, title);
    for (const [row, [, textsOf]] of state.entries()) {
      const texts = readout ? textsOf(readout) : [];
      for (const [column, cell] of cells[row].entries()) setText(cell, texts[column] ?? (readout ? '' : NOTHING));
    }
  };
}
