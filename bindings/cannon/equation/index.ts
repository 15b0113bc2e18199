export { ContactEquation } from './contact-equation.ts';
export { Equation } from './equation.ts';
export {
  ConeEquation,
  type ConeEquationOptions,
  FrictionEquation,
  RotationalEquation,
  type RotationalEquationOptions,
  RotationalMotorEquation,
} from './other-equations.ts';
