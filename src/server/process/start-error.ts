/** A failed start that the operator can mend. Only its message is printed, which is one line. */
export class StartError extends Error {}
