/**
 * The classes that members of what is below them name: World and Body add themselves where they are defined, so that `body.world` and `shape.body`
 * have their types and no two files import each other. As HandleTypes of the package itself.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by those that it names
export interface CannonTypes {}
