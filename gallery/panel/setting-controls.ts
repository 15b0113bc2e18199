import type { Controller, GUI, OptionController } from 'lil-gui';
import type { Vec3 } from '../../bindings/index.ts';
import { hasSetting, SETTINGS, type Setting, type SettingName, type SolverName, wordsOfSolver } from '../../scenes/settings.ts';
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
  /** Counts that a world may choose, which is 0 here. */
  private readonly counts: { substeps: number };
  private readonly controls: readonly { name: SettingName; control: Controller }[];
  private shown = true;
  /** That the lists of words were made for. */
  private solver: SolverName | null = null;

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
    this.counts = countsOf(choices);
    this.controls = names.flatMap((name) => this.add(name, SETTINGS[name]).map((control) => ({ name, control })));
    this.reveal();
  }

  /** Shows other values, without a call of `onChange`. */
  update({ gravity, ...others }: AllChoices): void {
    Object.assign(this.values, others);
    Object.assign(this.gravity, componentsOf(gravity));
    Object.assign(this.counts, countsOf(others));
    this.reveal();
    for (const { control } of this.controls) control.updateDisplay();
  }

  show(shown: boolean): void {
    this.shown = shown;
    this.reveal();
  }

  /** Shows what the solver looks at, and of words those that it knows. */
  private reveal(): void {
    const { solver } = this.values;
    for (const { name, control } of this.controls) {
      control.show(this.shown && hasSetting(solver, name));
      const setting = SETTINGS[name];
      if (setting.kind !== 'choice' || !setting.bySolver || solver === this.solver) continue;
      (control as OptionController).options([...wordsOfSolver(setting, solver)]);
    }
    this.solver = solver;
  }

  private add(name: SettingName, setting: Setting): Controller[] {
    const meaning = setting.kind === 'count' ? `${setting.description}; 0: as many as it needs` : setting.description;
    const description = setting.live ? meaning : `${meaning}; a change restarts the scene`;
    return this.addControls(name, setting).map((control) => describe(control, description));
  }

  private addControls(name: SettingName, setting: Setting): Controller[] {
    const { folder, gravity } = this;
    const values = this.values as Record<SettingName, unknown>;
    const changed = (value: unknown) => this.onChange({ [name]: value });
    switch (setting.kind) {
      case 'integer':
        return [addNumber(folder, values, name, { ...setting, integer: true }, changed)];
      case 'count': {
        const range = { min: 0, max: setting.max, integer: true };
        return [addNumber(folder, this.counts, 'substeps', range, (value) => changed(value || setting.word))];
      }
      case 'number':
        return [addNumber(folder, values, name, setting, changed).name(setting.unit ? `${name} (${setting.unit})` : name)];
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

function countsOf({ substeps }: Pick<AllChoices, 'substeps'>): { substeps: number } {
  return { substeps: substeps === 'auto' ? 0 : substeps };
}
