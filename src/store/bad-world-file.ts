/** A data file that cannot be used; the message is the whole story. */
export class BadWorldFile extends Error {}
