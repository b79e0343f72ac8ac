/** Data that does not describe a world. The message is a clause with place and reason, which follows the source. */
export class BadWorldData extends Error {
  override readonly name = 'BadWorldData'
}

/** A data file that cannot be used. The message is a complete sentence. */
export class BadWorldFile extends Error {
  override readonly name = 'BadWorldFile'
}

/** A data file that belongs to another world than the requested one. The message is a complete sentence. */
export class OtherWorld extends Error {
  override readonly name = 'OtherWorld'
}

/** A data file that another process uses, or that cannot be locked. The message is a complete sentence. */
export class Locked extends Error {
  override readonly name = 'Locked'
}

/** A write that cannot be stored and was undone, such as on a full disk. The message is a complete sentence. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
  /** The sentence for clients, without paths of this machine. */
  readonly detail: string

  constructor(message: string, detail = message) {
    super(message)
    this.detail = detail
    // The cause is outside of the program, so a log shows the sentence alone.
    this.stack = message
  }
}
