/** A write that could not be made durable, and was taken back; the message says why. */
export class NotKept extends Error {}
