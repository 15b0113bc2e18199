import type { Controller, GUI } from 'lil-gui';
import type { Vec3 } from '../../bindings/index.ts';
import { SETTINGS, type Setting, type SettingName } from '../../scenes/settings.ts';
import type { WorldChoices } from '../engine/types.ts';
import { addChoice, addNumber, addSwitch, describe } from './control.ts';
import type { AllChoices } from './state.ts';

/** Of a component of a vector, on its slider. */
const LARGEST = 100;
const AXES = ['x', 'y', 'z'] as const;
type Axis = (typeof AXES)[number];

/** Controls for some settings of one world. */
export class SettingControls {
  private readonly values: Omit<AllChoices, 'gravity'>;
  private readonly gravity: Record<Axis, number>;
  private readonly controls: Controller[];

  /** `onChange` is given the one setting that was changed. */
  constructor(
    private readonly folder: GUI,
    names: readonly SettingName[],
    choices: AllChoices,
    private readonly onChange: (changed: WorldChoices) => void,
  ) {
    const { gravity, ...others } = choices;
    this.values = others;
    this.gravity = componentsOf(gravity);
    this.controls = names.flatMap((name) => this.add(name, SETTINGS[name]));
  }

  /** Shows other values, without a call of `onChange`. */
  update({ gravity, ...others }: AllChoices): void {
    Object.assign(this.values, others);
    Object.assign(this.gravity, componentsOf(gravity));
    for (const control of this.controls) control.updateDisplay();
  }

  show(shown: boolean): void {
    for (const control of this.controls) control.show(shown);
  }

  private add(name: SettingName, setting: Setting): Controller[] {
    const description = setting.live ? setting.description : `${setting.description}; a change starts the scene anew`;
    return this.addControls(name, setting).map((control) => describe(control, description));
  }

  private addControls(name: SettingName, setting: Setting): Controller[] {
    const { folder, gravity } = this;
    const values = this.values as Record<SettingName, unknown>;
    const changed = (value: unknown) => this.onChange({ [name]: value });
    switch (setting.kind) {
      case 'integer':
        return [addNumber(folder, values, name, { ...setting, integer: true }, changed)];
      case 'choice':
        return [addChoice(folder, values, name, setting.choices, changed)];
      case 'switch':
        return [addSwitch(folder, values, name, changed)];
      case 'vector': {
        const range = { min: -LARGEST, max: LARGEST };
        return AXES.map((axis) =>
          addNumber(folder, gravity, axis, range, () => changed([gravity.x, gravity.y, gravity.z])).name(
            `${name} ${axis} (${setting.unit})`,
          ),
        );
      }
    }
  }
}

function componentsOf([x, y, z]: Vec3): Record<Axis, number> {
  return { x, y, z };
}
