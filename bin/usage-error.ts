/** Arguments that are wrong; the message says what was wrong and what would be right. */
export class UsageError extends Error {}
