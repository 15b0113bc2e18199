export type MaterialOptions = ConstructorParameters<typeof Material>[0];
export type ContactMaterialOptions = ConstructorParameters<typeof ContactMaterial>[2];

/** What a body or a shape is made of. */
export class Material {
  declare static idCounter: number;
  declare name: string;
  declare id: number;
  /** Times that of the other material it is the friction of a contact; -1: contact materials say. */
  declare friction: number;
  /** The same for the restitution. */
  declare restitution: number;

  constructor(options?: { friction?: number; restitution?: number } | string) {
    this.name = typeof options === 'string' ? options : '';
    this.id = Material.idCounter++;
    const given = typeof options === 'object' ? options : {};
    this.friction = given.friction ?? -1;
    this.restitution = given.restitution ?? -1;
  }
}
Material.idCounter = 0;

/** What happens where two materials meet. */
export class ContactMaterial {
  declare static idCounter: number;
  declare id: number;
  declare materials: [Material, Material];
  declare friction: number;
  declare restitution: number;
  /** N/m. A contact gives way by its force over this. */
  declare contactEquationStiffness: number;
  declare contactEquationRelaxation: number;
  declare frictionEquationStiffness: number;
  declare frictionEquationRelaxation: number;

  constructor(
    m1: Material,
    m2: Material,
    options: {
      friction?: number;
      restitution?: number;
      contactEquationStiffness?: number;
      contactEquationRelaxation?: number;
      frictionEquationStiffness?: number;
      frictionEquationRelaxation?: number;
    },
  ) {
    this.id = ContactMaterial.idCounter++;
    this.materials = [m1, m2];
    this.friction = options?.friction ?? 0.3;
    this.restitution = options?.restitution ?? 0.3;
    this.contactEquationStiffness = options?.contactEquationStiffness ?? 1e7;
    this.contactEquationRelaxation = options?.contactEquationRelaxation ?? 3;
    this.frictionEquationStiffness = options?.frictionEquationStiffness ?? 1e7;
    this.frictionEquationRelaxation = options?.frictionEquationRelaxation ?? 3;
  }
}
ContactMaterial.idCounter = 0;
