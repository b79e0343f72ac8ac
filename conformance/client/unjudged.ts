/** A check cannot be judged, because the target does not have what the check needs, or no granted response shows it. */
export class Unjudged extends Error {
  override readonly name: string = 'Unjudged'
}
