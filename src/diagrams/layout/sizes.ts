/** Sizes in pixels: a drawing is shown at its own size, or slightly smaller. */

export const NAME_SIZE = 13;
export const LABEL_SIZE = 12;
/** The height of a line of a label. */
export const LINE = 15;
/** The padding inside of a frame. */
export const PAD = 6;
/** The height of a frame's title. */
export const TITLE = 22;
export const STATE_HEIGHT = 28;
/** The smallest distance between two states of a stack. */
export const GAP = 20;
/** Between regions. */
export const BETWEEN = 6;
/** Room for the dot before an initial state. */
export const INITIAL = 10;
/** Between arrows that run side by side. */
export const LANE = 9;
/** Between an arrow and its label. */
export const ASIDE = 5;
/** From the corner of a state to the first arrow that is attached to it. */
export const INSET = 12;
