/** Between two parts of a line: it ends none and begins none. */
export const dot = '\u00a0·\u00a0';
