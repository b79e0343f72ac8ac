/** A gap of a section that clients cannot observe. */
const asked = <const S extends string>(section: S, question: string) =>
  ({ section, question, choices: [] }) as const

/** The gaps that clients cannot observe: they have no choices. */
export const silent = {
  'resource.units': asked('2.14', 'What are the units of memory, swap, disk, io, cpu and upload_size?'),
  'user.language': asked('2.14', 'Which language codes can a user have?'),
  'server.threads': asked('2.14', 'Which values can `threads` have?'),
  'state.transitions': asked('3', 'Which transitions between states are possible?'),
  'answer.variants': asked('7', 'What are the JSON response variants of some endpoints?'),
  'token.format': asked('5.6', 'Which format, lifetime and scopes do tokens have?'),
  events: asked('6', 'Are there events, webhooks or notifications?'),
  versioning: asked('9', 'How is the API versioned, and which changes are compatible?'),
}
