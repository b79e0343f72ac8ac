import type { SnapshotInfo } from '../../../../sandboxes/model.ts'
import { Action } from '../../parts/action.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ControlForm } from '../../parts/form.tsx'
import { Time } from '../../parts/request.tsx'
import { valueAt } from '../../pure/form-body.ts'
import { control } from '../../state/control.ts'
import { health, isChecksumOld, snapshots } from '../../state/lists.ts'

/** The snapshots of the world. */
export function Snapshots() {
  const list = snapshots.value ?? []
  return (
    <section class="card" aria-labelledby="snapshots-title">
      <h2 id="snapshots-title">Snapshots</h2>
      <ControlForm
        operation="takeSnapshot"
        label="Take a snapshot"
        submit="Take"
        done={(body) => `Snapshot ${nameIn(body)} taken.`}
      />
      {list.length === 0 ? (
        <Empty icon="worlds" title="No snapshots yet">
          Take one before an experiment, and restore it afterwards.
        </Empty>
      ) : (
        <ul>
          {list.map((snapshot) => (
            <Snapshot key={snapshot.name} snapshot={snapshot} />
          ))}
        </ul>
      )}
    </section>
  )
}

const nameIn = (body: unknown): unknown => valueAt(body, 'name')

function Snapshot({ snapshot: { name, at, checksum } }: { readonly snapshot: SnapshotInfo }) {
  const path = `snapshots/${encodeURIComponent(name)}`
  const isCurrent = !isChecksumOld.value && checksum === health.value?.world.checksum
  return (
    <li class="bar item">
      <span class="grow">
        <b>{name}</b> {isCurrent && <span class="tag good">current</span>}
        <span class="note mono">
          {checksum} · <Time at={at} />
        </span>
      </span>
      <Action
        label="Restore"
        question="Discard all changes?"
        title={`Restore ${name}`}
        work={() => control('POST', `${path}/restore`)}
        done={`Snapshot ${name} restored.`}
      />
      <Action
        label="Delete"
        question="Delete?"
        title={`Delete ${name}`}
        work={() => control('DELETE', path)}
        done={`${name} deleted.`}
      />
    </li>
  )
}
