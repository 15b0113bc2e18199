/** The `single` build: four f32 lanes to a v128. Reached as "precision" through `asc --lib assembly/precision/single`. */
export type real = f32;
export const LANES: i32 = 4;
