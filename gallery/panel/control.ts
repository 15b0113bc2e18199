// One control of lil-gui, with what it lacks: descriptions, and number boxes that have limits but no slider.
import type { Controller, GUI, NumberController } from 'lil-gui';

/** Beyond this ratio of the limits a slider is of no use. */
const SLIDER_RATIO = 1000;

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
  readonly default?: number;
}

/** Describes a control to those who point at it, and to screen readers. */
export function describe(control: Controller, description: string): Controller {
  control.domElement.title = description;
  for (const input of control.domElement.querySelectorAll('input, select, button')) input.setAttribute('aria-description', description);
  return control;
}

/** Whether numbers of the range differ so much in size that a slider cannot separate the small ones; those around 0 are of the size of 1. */
export function isWide({ min, max, default: usual = 0 }: NumberRange): boolean {
  const smallest = Math.min(...[min, max, usual || 1].map(Math.abs).filter((size) => size > 0));
  return (max - min) / smallest > SLIDER_RATIO;
}

/** A number within a range: a slider with a box, or a box alone if the range is wide. */
export function addNumber<Values extends object>(
  folder: GUI,
  values: Values,
  key: keyof Values & string,
  range: NumberRange,
  onFinish: (value: number) => void,
): Controller {
  const { min, max, integer } = range;
  if (!isWide(range)) return folder.add(values, key, min, max, integer ? 1 : undefined).onFinishChange(onFinish);
  const control = folder.add(values, key) as NumberController;
  if (integer) control.step(1);
  else if (range.default) control.step(Math.abs(range.default) / 100, false); // arrow keys make ten of them
  return control.onFinishChange((value: number) => {
    const within = Math.min(Math.max(value, min), max);
    control.setValue(within);
    onFinish(within);
  });
}

/** One of several values: a list of them, or by the names that are shown. */
export function addChoice<Values extends object, Value>(
  folder: GUI,
  values: Values,
  key: keyof Values & string,
  choices: readonly Value[] | Readonly<Record<string, Value>>,
  onFinish: (value: Value) => void,
): Controller {
  return folder.add(values, key, choices).onFinishChange(onFinish);
}

export function addSwitch<Values extends object>(
  folder: GUI,
  values: Values,
  key: keyof Values & string,
  onFinish: (value: boolean) => void,
): Controller {
  return folder.add(values, key).onFinishChange(onFinish);
}

export function addButton(folder: GUI, name: string, press: () => void): Controller {
  return folder.add({ press }, 'press').name(name);
}
