import type { Controller, GUI } from 'lil-gui';
import { type ParameterSchema, type ParameterSchemas, rangeOf } from '../../scenes/scene.ts';
import type { Order } from '../engine/types.ts';
import { addChoice, addNumber, describe } from './control.ts';

/** Controls for the parameters of a scene. */
export class ParameterControls {
  private schemas: ParameterSchemas = {};
  private values: Order['parameters'] = {};
  private controls: Controller[] = [];

  /** `onChange` is given all parameters that differ from their defaults. */
  constructor(
    private readonly folder: GUI,
    private readonly onChange: (parameters: Order['parameters']) => void,
  ) {}

  /** Shows these parameters, without a call of `onChange`. */
  update(schemas: ParameterSchemas, parameters: Order['parameters']): void {
    if (schemas !== this.schemas) this.build(schemas);
    for (const [name, schema] of Object.entries(schemas)) this.values[name] = parameters[name] ?? schema.default;
    for (const control of this.controls) control.updateDisplay();
  }

  private build(schemas: ParameterSchemas): void {
    for (const control of this.controls) control.destroy();
    this.schemas = schemas;
    this.values = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.default]));
    this.controls = Object.entries(schemas).map(([name, schema]) => this.add(name, schema));
  }

  private add(name: string, schema: ParameterSchema): Controller {
    const changed = () => this.onChange(this.differing());
    const control =
      'choices' in schema
        ? addChoice(this.folder, this.values, name, schema.choices, changed)
        : addNumber(this.folder, this.values, name, schema, changed);
    const unit = 'unit' in schema && schema.unit ? ` (${schema.unit})` : '';
    return describe(control.name(wordsOf(name) + unit), `${schema.description}: ${rangeOf(schema)}`);
  }

  private differing(): Order['parameters'] {
    return Object.fromEntries(Object.entries(this.values).filter(([name, value]) => value !== this.schemas[name].default));
  }
}

/** A name of a program as people write it: 'crankLength' is 'crank length'. */
export function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
