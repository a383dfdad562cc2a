/** Something that the user can mend: one line that says what to do, and no stack. */
export class UsageError extends Error {}
