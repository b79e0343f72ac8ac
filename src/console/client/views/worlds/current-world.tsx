import type { WorldInfo } from '../../../../sandboxes/model.ts'
import { FileButton } from '../../parts/file-button.tsx'
import { ControlForm } from '../../parts/form.tsx'
import { Path } from '../../parts/text.tsx'
import { readWorld } from '../../pure/read-world.ts'
import { Checksum } from '../../shell/world-picker.tsx'
import { askControl, control } from '../../state/control.ts'
import { health } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'
import { base } from '../../state/place.ts'

/** The current world, and the actions that replace it. */
export function CurrentWorld() {
  const { seed, scenario, scale } = health.value?.world ?? {}
  const size = scenario === 'demo' ? `, ${scale?.toLocaleString('en')} servers` : ''
  return (
    <section class="card" aria-labelledby="world-title">
      <h2 id="world-title">This world</h2>
      <dl class="pairs mono">
        <div>
          <dt>base URL</dt>
          <dd>
            <Path path={base} />
          </dd>
        </div>
        <div>
          <dt>seed</dt>
          <dd>{seed}</dd>
        </div>
        <div>
          <dt>scenario</dt>
          <dd>
            {scenario}
            {size}
          </dd>
        </div>
        <div>
          <dt>checksum</dt>
          <dd>
            <Checksum />
          </dd>
        </div>
      </dl>
      <h3>Reset</h3>
      <ControlForm
        operation="reset"
        label="Reset"
        values={{ seed, scenario }}
        submit="Reset"
        question="Discard all changes?"
        done={() => 'The world is reset.'}
      >
        <button type="button" onClick={() => void doing(download(), '')}>
          Download as JSON
        </button>
        <FileButton
          label="Load a file …"
          onFile={(file) => void doing(load(file), `The world of ${file.name} is loaded.`)}
        />
      </ControlForm>
    </section>
  )
}

async function download(): Promise<void> {
  const url = URL.createObjectURL(await (await askControl('GET', 'state')).blob())
  const link = document.createElement('a')
  link.href = url
  link.download = 'nestbox-world.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Replaces the world with one from a file. */
async function load(file: File): Promise<void> {
  await control<WorldInfo>('PUT', 'state', readWorld(file.name, await file.text()))
}
