import { useState } from 'preact/hooks'
import type { SnapshotInfo, SnapshotList } from '../../../../sandboxes/model.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Time } from '../../parts/request.tsx'
import { control } from '../../state/control.ts'
import { health, isChecksumOld, loadHealth, snapshots } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'

/** The snapshots of the world. */
export function Snapshots() {
  const [name, setName] = useState('')
  const list = snapshots.value ?? []
  return (
    <section class="card" aria-labelledby="snapshots-title">
      <h2 id="snapshots-title">Snapshots</h2>
      <form
        class="inline-form bare-form"
        aria-label="Take a snapshot"
        onSubmit={(event) => {
          event.preventDefault()
          void doing(take(name), `Snapshot ${name} taken.`).then((isDone) => isDone && setName(''))
        }}
      >
        <label>
          Name
          <input
            required
            value={name}
            placeholder="before-checkout"
            spellcheck={false}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Take
        </button>
      </form>
      {list.length === 0 ? (
        <Empty icon="worlds" title="No snapshots yet">
          Take one before an experiment, and restore it afterwards.
        </Empty>
      ) : (
        <ul class="snapshots">
          {list.map((snapshot) => (
            <Snapshot key={snapshot.name} snapshot={snapshot} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Snapshot({ snapshot: { name, at, checksum } }: { readonly snapshot: SnapshotInfo }) {
  return (
    <li>
      <span>
        <b>{name}</b>{' '}
        {!isChecksumOld.value && checksum === health.value?.world.checksum && (
          <span class="tag good">current</span>
        )}
        <span class="quiet mono">
          {checksum} · <Time at={at} />
        </span>
      </span>
      <span class="buttons">
        <button
          type="button"
          class="small"
          aria-label={`Restore ${name}`}
          onClick={() => void doing(restore(name), `Snapshot ${name} restored.`)}
        >
          Restore
        </button>
        <ConfirmButton
          label="Delete"
          question="Delete?"
          title={`Delete ${name}`}
          onConfirm={() => void doing(remove(name), `${name} deleted.`)}
        />
      </span>
    </li>
  )
}

const path = (name: string): string => `snapshots/${encodeURIComponent(name)}`

async function reload(): Promise<void> {
  snapshots.value = (await control<SnapshotList>('GET', 'snapshots')).snapshots
}

async function take(name: string): Promise<void> {
  await control('POST', 'snapshots', { name })
  await Promise.all([reload(), loadHealth()])
}

async function restore(name: string): Promise<void> {
  await control('POST', `${path(name)}/restore`)
  await loadHealth()
}

async function remove(name: string): Promise<void> {
  await control('DELETE', path(name))
  await reload()
}
