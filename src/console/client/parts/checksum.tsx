import { health, isChecksumOld } from '../state/lists.ts'

/** The digest of all rows; pale while the mock works out what it is after a write. */
export const Checksum = () => (
  <span
    class={isChecksumOld.value ? 'pending' : ''}
    aria-busy={isChecksumOld.value}
    title={isChecksumOld.value ? 'checksum of all rows, being worked out' : 'checksum of all rows'}
  >
    {health.value?.world.checksum ?? '\u00a0'}
  </span>
)
