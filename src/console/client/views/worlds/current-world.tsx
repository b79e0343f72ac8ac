import { useState } from 'preact/hooks'
import type { WorldInfo } from '../../../../sandboxes/model.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FileButton } from '../../parts/file-button.tsx'
import { Path } from '../../parts/text.tsx'
import { readWorld } from '../../pure/read-world.ts'
import { Checksum } from '../../shell/world-picker.tsx'
import { askControl, control } from '../../state/control.ts'
import { health } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'
import { base } from '../../state/place.ts'

const scenarios = ['demo', 'empty', 'bare', 'edge'] as const

/** The current world, and the actions that replace it. */
export function CurrentWorld() {
  const world = health.value?.world
  const [seed, setSeed] = useState<string | undefined>(undefined)
  const [scenario, setScenario] = useState<string | undefined>(undefined)
  const [scale, setScale] = useState<string | undefined>(undefined)
  const chosen = scenario ?? world?.scenario ?? 'demo'
  const wanted = {
    seed: seed ?? world?.seed ?? '',
    scenario: chosen,
    ...(chosen === 'demo' && { scale: scale ?? String(world?.scenario === 'demo' ? world.scale : 40) }),
  }
  return (
    <section class="card" aria-labelledby="world-title">
      <h2 id="world-title">This world</h2>
      <dl class="pairs mono">
        <dt>base URL</dt>
        <dd>
          <Path path={base} />
        </dd>
        <dt>seed</dt>
        <dd>{world?.seed}</dd>
        <dt>scenario</dt>
        <dd>
          {world?.scenario}
          {world?.scenario === 'demo' && `, ${world.scale.toLocaleString('en')} servers`}
        </dd>
        <dt>checksum</dt>
        <dd>
          <Checksum />
        </dd>
      </dl>
      <h3>Reset</h3>
      <div class="stack">
        <label>
          Seed
          <input
            value={wanted.seed}
            onInput={(event) => setSeed(event.currentTarget.value)}
            spellcheck={false}
          />
        </label>
        <label>
          Scenario
          <select value={chosen} onChange={(event) => setScenario(event.currentTarget.value)}>
            {scenarios.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        {chosen === 'demo' && (
          <label>
            Servers
            <input
              type="number"
              min="1"
              max="10000"
              value={wanted.scale ?? ''}
              onInput={(event) => setScale(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <p class="buttons">
        <ConfirmButton
          label="Reset"
          question="Discard all changes?"
          onConfirm={() => void doing(reset(wanted), 'The world is reset.')}
        />
        <button type="button" class="small" onClick={() => void doing(download(), '')}>
          Download as JSON
        </button>
        <FileButton
          label="Load a file …"
          onFile={(file) => void doing(load(file), `The world of ${file.name} is loaded.`)}
        />
      </p>
    </section>
  )
}

async function reset(wanted: Readonly<Record<string, string>>): Promise<void> {
  const world = await control<WorldInfo>('POST', `reset?${new URLSearchParams(wanted)}`)
  if (health.value) health.value = { ...health.value, world }
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
