/**
 * The classes of the handles that users hold, by name. World, Joint and Coordinate add themselves here where they are defined, so that the members
 * of handles below them, such as `body.world`, can have these types without importing what imports them. Their code has small interfaces
 * instead: BodyHost, JointHost.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by those that it names
export interface HandleTypes {}
