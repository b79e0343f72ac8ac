/** A data file that cannot be claimed; the message is the whole story. */
export class Locked extends Error {}
