import type { Controller, GUI } from 'lil-gui';
import { addButton, addChoice, addNumber, describe } from './control.ts';
import type { ControlCallbacks, ControlState } from './state.ts';

const NONE = -1;
const ANY = { min: NONE, max: Number.MAX_SAFE_INTEGER, integer: true };

type Selection = Pick<ControlState, 'bodies' | 'body' | 'joint' | 'bodyJoints'>;

/** Controls that choose the body and the joint whose states are shown. */
export class SelectionControls {
  private readonly values = { body: NONE, joint: NONE, jointAtBody: NONE };
  private bodies: readonly number[] = [];
  private bodyJoints: Selection['bodyJoints'] | null = null;
  private readonly controls: Controller[];
  private readonly jointAtBody: Controller;

  constructor(
    folder: GUI,
    private readonly callbacks: Pick<ControlCallbacks, 'onSelectBody' | 'onSelectJoint'>,
  ) {
    const { values } = this;
    const body = addNumber(folder, values, 'body', ANY, (slot) => this.selectBody(slot)).name('body (slot)');
    const previous = addButton(folder, 'previous body', () => this.selectBody(this.neighbour(-1)));
    const next = addButton(folder, 'next body', () => this.selectBody(this.neighbour(1)));
    const joint = addNumber(folder, values, 'joint', ANY, (index) => this.selectJoint(index)).name('joint (index)');
    this.jointAtBody = addChoice(folder, values, 'jointAtBody', { none: NONE }, (index) => this.selectJoint(index)).name('joint at body');
    addButton(folder, 'clear', () => {
      this.selectBody(NONE);
      this.selectJoint(NONE);
    });
    describe(body, 'slot of the body whose state is shown; -1 for none');
    describe(joint, 'index of the joint whose forces are shown; -1 for none');
    describe(this.jointAtBody, 'one of the joints that hold the selected body');
    for (const button of [previous, next]) button.domElement.classList.add('panel-half');
    this.controls = [body, joint];
  }

  /** Shows another selection, without a call back. */
  update({ bodies, body, joint, bodyJoints }: Selection): void {
    this.bodies = bodies;
    const isAtBody = bodyJoints.some(({ index }) => index === joint);
    Object.assign(this.values, { body, joint, jointAtBody: isAtBody ? joint : NONE });
    for (const control of this.controls) control.updateDisplay();
    if (bodyJoints !== this.bodyJoints) this.offer(bodyJoints);
    this.jointAtBody.updateDisplay();
  }

  private offer(bodyJoints: Selection['bodyJoints']): void {
    this.bodyJoints = bodyJoints;
    const choices = { none: NONE, ...Object.fromEntries(bodyJoints.map((at) => [`${at.type} ${at.index}`, at.index])) };
    this.jointAtBody.options(choices).disable(bodyJoints.length === 0);
  }

  private selectBody(chosen: number): void {
    const slot = this.bodies.includes(chosen) ? chosen : NONE;
    this.values.body = slot;
    this.controls[0].updateDisplay();
    this.callbacks.onSelectBody(slot);
  }

  private selectJoint(index: number): void {
    this.values.joint = index;
    this.controls[1].updateDisplay();
    this.callbacks.onSelectJoint(index);
  }

  /** The body before or after the selected one, round the end. */
  private neighbour(direction: 1 | -1): number {
    const { bodies } = this;
    if (bodies.length === 0) return NONE;
    const ordered = direction === 1 ? bodies : [...bodies].reverse();
    return ordered.find((slot) => (slot - this.values.body) * direction > 0) ?? ordered[0];
  }
}
