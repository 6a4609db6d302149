// Exit codes of the command `rtps`.

/** For everything a user can mend. */
export const EXIT_USAGE = 2;
