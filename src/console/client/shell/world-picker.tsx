import { Options } from '../parts/fields.tsx'
import { health, isChecksumOld, sandboxes } from '../state/lists.ts'
import { consoleOf, go, sandbox } from '../state/place.ts'

/** The current world, and a menu of the others. */
export function WorldPicker() {
  const world = health.value?.world
  const names = new Set(sandboxes.value?.map(({ name }) => name))
  if (sandbox !== undefined) names.add(sandbox)
  return (
    <div class="world-picker">
      <label>
        <span class="unseen">World</span>
        <select
          value={sandbox ?? ''}
          onFocus={() => void sandboxes.load().catch(() => {})}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (value !== '+') {
              location.href = consoleOf(value === '' ? undefined : value)
              return
            }
            event.currentTarget.value = sandbox ?? ''
            go('worlds', 'new')
          }}
        >
          <option value="">main world</option>
          <Options all={[...names].sort().map((name) => [name, `~${name}`])} />
          <option value="+">another sandbox …</option>
        </select>
      </label>
      <p class="mono quiet" title="seed and scenario">
        {world ? `${world.seed} · ${world.scenario}` : '\u00a0'}
      </p>
      <p class="mono quiet">
        <Checksum />
      </p>
    </div>
  )
}

/** The checksum of all rows; it is in italics while the server computes a new checksum after a write. */
export const Checksum = () => (
  <span
    class={isChecksumOld.value ? 'pending' : ''}
    aria-busy={isChecksumOld.value}
    title={isChecksumOld.value ? 'checksum of all rows, being computed' : 'checksum of all rows'}
  >
    {health.value?.world.checksum ?? '\u00a0'}
  </span>
)
