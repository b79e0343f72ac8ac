import { sandbox } from '../state/place.ts'

/** How far a setting reaches that is made here. */
export const ScopeNote = () => (
  <span class="tag scope" title={sandbox === undefined ? 'What a sandbox sets for itself comes before.' : ''}>
    {sandbox === undefined ? 'for the whole server, sandboxes included' : `for the sandbox ${sandbox} alone`}
  </span>
)
