/** The `double` build: two f64 lanes to a v128. Reached as "precision" through `asc --lib assembly/precision/double`. */
export type real = f64;
export const LANES: i32 = 2;
