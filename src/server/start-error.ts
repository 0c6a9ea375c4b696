/** A reason not to start that the operator can act on. Its message is one line and is all that is printed. */
export class StartError extends Error {}
